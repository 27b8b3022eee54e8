import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../src/cli/serve.ts';
import { type BrowserEngine, ENGINE_NAMES } from '../engines/browser-engine.ts';
import { missing } from '../engines/find-programs.ts';
import { call } from '../engines/page-tasks.ts';
import { startEngine } from '../engines/start-engine.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, modelsDir } from './bench-setup.ts';
import { watchStarted } from './browser-processes.ts';

const MB = 1e6;
const BYTES_PER_SECOND = 32_000;
const HEADER_BYTES = 44;
/** Lets a browser finish what the warm-up left over. */
const REST_MS = 3_000;
const SMALL_MEGABYTES = 20;

/**
 * A large recording that Firefox and WebKit store by its address: how much memory their processes take at most, above what
 * they took before, and beside a recording of 20 MB. For Chromium that is the section `upload`.
 */
export async function largeUploads({ megabytes }: BenchOptions): Promise<Figure[]> {
  const noise = randomBytes(1024 * 1024);
  const server = await startServer({
    modelsDir,
    port: 0,
    log: () => undefined,
    plugins: [
      {
        name: 'earshot:generated-recordings',
        configurePreviewServer({ middlewares }) {
          middlewares.use('/generated', (request, response) => {
            void send(response, Number.parseInt(request.url?.slice(1) ?? '', 10) * MB, noise);
          });
        },
      },
    ],
  });
  const figures: Figure[] = [];
  try {
    for (const name of ENGINE_NAMES.filter((one) => one !== 'chromium')) {
      const reason = missing[name]();
      if (reason) {
        console.log(`  Left out: ${reason}`);
        continue;
      }
      const engine = await startEngine(name);
      try {
        await engine.open(server.url);
        const small = await store(engine, server.url, SMALL_MEGABYTES);
        const large = await store(engine, server.url, megabytes);
        await expectTail(engine, large.url, megabytes * MB, noise);
        const figure = (what: string, value: number, rest: Partial<Figure>): Figure => ({
          section: 'large-uploads',
          name: `${name}, ${megabytes} MB: ${what}`,
          value,
          unit: 'MB',
          ...rest,
        });
        figures.push(
          figure('extra memory', large.extra / MB, {}),
          figure('more than for 20 MB', (large.extra - small.extra) / MB, { atMost: 100 }),
          figure('megabytes a second', megabytes / large.seconds, { unit: '' }),
        );
      } finally {
        await engine.close();
      }
    }
  } finally {
    await server.close();
  }
  return figures;
}

/** Sends a WAV file of that size: a header, then the noise over and over. */
async function send(response: ServerResponse, size: number, noise: Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': size });
  const closed = once(response, 'close');
  response.write(wavHeader(size));
  for (let sent = HEADER_BYTES; sent < size && !response.destroyed; ) {
    const part = noise.subarray(0, Math.min(noise.length, size - sent));
    sent += part.length;
    if (!response.write(part)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

function wavHeader(size: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(BYTES_PER_SECOND / 2, 24);
  header.writeUInt32LE(BYTES_PER_SECOND, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(size - HEADER_BYTES, 40);
  return header;
}

interface Stored {
  url: string;
  seconds: number;
  /** Bytes above what the browser used before. */
  extra: number;
}

async function store(engine: BrowserEngine, app: string, megabytes: number): Promise<Stored> {
  await sleep(REST_MS);
  const startedAt = performance.now();
  const { result, before, peak } = await watchStarted(() =>
    call(engine, 'POST', '/v2/upload', { audio_url: `${app}generated/${megabytes}` }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  if (result.status !== 200) throw new Error(`${engine.name}: ${JSON.stringify(result.body)}`);
  const extra = peak - before;
  console.log(
    `  ${engine.version}: ${megabytes} MB in ${seconds.toFixed(1)} s, ${(extra / MB).toFixed(0)} MB more`,
  );
  return { url: String(result.body?.audio_url), seconds, extra };
}

/** Throws an Error unless the last bytes are those that were sent. */
async function expectTail(engine: BrowserEngine, url: string, size: number, noise: Buffer): Promise<void> {
  const read = await engine.run(
    async (address: string, from: number) => {
      const { key } = await import(`${location.origin}/earshot.js`);
      const headers = { 'x-service-key': await key(), range: `bytes=${from}-` };
      const response = await fetch(new URL(address).pathname, { headers });
      return { status: response.status, bytes: Array.from(new Uint8Array(await response.arrayBuffer())) };
    },
    url,
    size - 16,
  );
  const at = (size - 16 - HEADER_BYTES) % noise.length;
  const sent = Buffer.concat([noise, noise]).subarray(at, at + 16);
  if (read.status !== 206 || !sent.equals(Buffer.from(read.bytes))) {
    throw new Error(`${engine.name} stored other bytes than were sent (${read.status}).`);
  }
}
