import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { uploadedFile } from '../../src/contract/jobs/uploaded-file.ts';
import { resolveAudio } from '../../src/host/run/speech/resolve-audio.ts';
import { listEgress } from '../../src/network/egress-store.ts';
import { database } from '../../src/storage/database/database.ts';
import { getJob } from '../../src/storage/jobs/job-store.ts';
import { getAudio, openAudioBytes } from '../../src/storage/recordings/audio-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { room } from '../fakes/empty-database.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { asJson, type Service, startService } from './service.ts';

const HELLO = readFileSync(join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav'));

let service: Service;
let server: Server;
let remote: string;

/** Large enough to be fetched in parts; a server of its own, whose name is another origin's. */
const LARGE_BYTES = 34 * 1024 * 1024;
let largeRequests: (string | null)[];
/** A response without an end. */
let endless: ServerResponse | null;

/** A WAV file with noise of that size. */
function largeWav(): Buffer {
  const file = Buffer.alloc(LARGE_BYTES);
  for (let at = 44; at < LARGE_BYTES; at += 4099) file[at] = at % 251;
  HELLO.copy(file, 0, 0, 44);
  file.writeUInt32LE(LARGE_BYTES - 8, 4);
  file.writeUInt32LE(LARGE_BYTES - 44, 40);
  return file;
}

const LARGE = largeWav();

function sendLarge(range: string | undefined, response: ServerResponse): void {
  largeRequests.push(range ?? null);
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const bytes = start === undefined ? LARGE : LARGE.subarray(Number(start), Number(last) + 1);
  response.writeHead(start === undefined ? 200 : 206, { 'content-length': bytes.length }).end(bytes);
}

function sendEndlessly(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), more);
  };
  endless = response;
  response.write(HELLO.subarray(0, 44), more);
}

beforeAll(async () => {
  server = createServer((request, response) => {
    switch (new URL(request.url ?? '', 'http://a').pathname) {
      case '/talks/Gr%C3%BC%C3%9Fe.wav':
        return response.setHeader('content-type', 'audio/wav').end(HELLO);
      case '/a%2F..%2Fb.wav':
      case '/untyped':
        return response.end(HELLO);
      case '/moved':
        return response.writeHead(302, { location: '/untyped' }).end();
      case '/page':
        return response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sign in</h1>');
      case '/json':
        return response.setHeader('content-type', 'application/json').end('{}');
      case '/noise.wav':
        return response.setHeader('content-type', 'audio/wav').end('this is not a recording');
      case '/breaks':
        response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': HELLO.length });
        response.write(HELLO.subarray(0, 1000));
        return setTimeout(() => response.destroy(), 20);
      case '/large.wav':
        return sendLarge(request.headers.range, response);
      case '/large-whole.wav':
        return sendLarge(undefined, response);
      case '/endless.wav':
        return sendEndlessly(response);
      case '/forbidden':
        return response.writeHead(403).end();
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  [largeRequests, endless] = [[], null];
  service = await startService();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const upload = (body: unknown) => service.call('/v2/upload', asJson(body));

async function refuse(body: unknown, status: number) {
  const response = await upload(body);
  expect(response.status, await response.clone().text()).toBe(status);
  const db = await database();
  expect([await db.count('audio'), await db.count('audio-pieces')]).toEqual([0, 0]);
  return errorBody.strict().parse(await response.json());
}

describe('uploading by address', () => {
  it('fetches the file, and remembers where it came from', async () => {
    const audio_url = `${remote}/talks/Gr%C3%BC%C3%9Fe.wav?token=1`;
    const response = await upload({ audio_url });
    expect(response.status, await response.clone().text()).toBe(200);
    const { audio_metadata, audio_url: stored } = uploadedFile.strict().parse(await response.json());
    expect(audio_metadata).toMatchObject({ filename: 'Grüße.wav', extension: 'wav', size: HELLO.length });
    expect((await getAudio(audio_metadata.id))?.source).toBe(audio_url);
    const created = await service.call('/v2/pre-recorded', asJson({ audio_url: stored }));
    const job = await (await service.call((await created.json()).result_url)).json();
    expect(job.file).toMatchObject({ filename: 'Grüße.wav', source: audio_url });
  });

  it('takes no path from what stands encoded in the address, neither does a job that fetches it', async () => {
    const audio_url = `${remote}/a%2F..%2Fb.wav`;
    const { audio_metadata } = await (await upload({ audio_url })).json();
    expect(audio_metadata.filename).toBe('b.wav');
    const { id } = await (await service.call('/v2/pre-recorded', asJson({ audio_url }))).json();
    const queued = await getJob(id);
    if (!queued) throw new Error('There is no job.');
    await resolveAudio(queued, new AbortController().signal);
    const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(job.file).toMatchObject({ filename: 'b.wav', source: audio_url });
  });

  it('follows redirects of the remote server, and needs no media type', async () => {
    expect((await upload({ audio_url: `${remote}/moved` })).status).toBe(200);
  });

  it('fetches a large file in parts, which are one entry in the ledger', async () => {
    const response = await upload({ audio_url: `${remote}/large.wav` });
    expect(response.status, await response.clone().text()).toBe(200);
    const { audio_metadata } = await response.json();
    expect(audio_metadata).toMatchObject({ filename: 'large.wav', size: LARGE_BYTES });
    const stored = await openAudioBytes(audio_metadata.id);
    expect(LARGE.equals(await stored.read(0, LARGE_BYTES))).toBe(true);
    const [last, part] = [LARGE_BYTES - 1, 16 * 1024 * 1024];
    expect(largeRequests).toEqual([
      null,
      `bytes=${last}-${last + 1}`,
      `bytes=0-${part - 1}`,
      `bytes=${part}-${2 * part - 1}`,
      `bytes=${2 * part}-${last}`,
    ]);
    expect(await listEgress()).toMatchObject([{ reason: 'recording', status: 200, received: LARGE_BYTES }]);
  });

  it('fetches a large file in one response from a server that knows no parts', async () => {
    const { audio_metadata } = await (await upload({ audio_url: `${remote}/large-whole.wav` })).json();
    expect(audio_metadata).toMatchObject({ filename: 'large-whole.wav', size: LARGE_BYTES });
    const stored = await openAudioBytes(audio_metadata.id);
    expect(LARGE.equals(await stored.read(0, LARGE_BYTES))).toBe(true);
    // The file, and the question for its last byte.
    expect(largeRequests).toHaveLength(2);
    expect(await listEgress()).toMatchObject([{ reason: 'recording', status: 200, received: LARGE_BYTES }]);
  });

  it('is 413 as soon as more arrives than the settings allow, whatever was announced', async () => {
    await updateSettings(({ limits }) => ({ limits: { ...limits, max_file_bytes: 5_000_000 } }));
    const { message } = await refuse({ audio_url: `${remote}/endless.wav` }, 413);
    expect(message).toMatch(/^The file is larger than the 5 MB that the settings allow\./);
    await expect.poll(() => endless?.destroyed).toBe(true);
    const [noted] = await listEgress();
    expect(noted?.received).toBeGreaterThan(5_000_000);
    expect(noted?.received).toBeLessThan(10_000_000);
  });

  it('is 507 when room runs out in the middle', async () => {
    const disk = fillDisk('audio-pieces', 2);
    try {
      await refuse({ audio_url: `${remote}/large.wav` }, 507);
    } finally {
      disk.mockRestore();
    }
  });

  const failing: [string, RegExp][] = [
    ['/missing.wav', /returned 404/],
    ['/forbidden', /returned 403/],
    ['/page', /sent text\/html/],
    ['/json', /sent application\/json/],
    ['/breaks', /connection was lost/],
  ];
  it.each(failing)('is 502 for %s', async (path, message) => {
    expect((await refuse({ audio_url: remote + path }, 502)).message).toMatch(message);
  });

  it('is 502, with a remedy, when the server cannot be reached', async () => {
    const { message } = await refuse({ audio_url: 'http://127.0.0.1:1/a.wav' }, 502);
    expect(message).toMatch(/cannot be reached.*upload it/);
  });

  it('is 415 when what came is no recording', async () => {
    await refuse({ audio_url: `${remote}/noise.wav` }, 415);
  });

  it('is 507 when the file has no room', async () => {
    Object.assign(room, { quota: 1000, usage: 500 });
    expect((await refuse({ audio_url: `${remote}/talks/Gr%C3%BC%C3%9Fe.wav` }, 507)).message).toMatch(
      /is free/,
    );
  });

  it('is 400 for a bad address', async () => {
    expect((await refuse({ audio_url: 'talk.mp3' }, 400)).validation_errors).toEqual([
      'audio_url must be an http or https URL',
    ]);
    expect((await refuse({}, 400)).validation_errors).toEqual(['audio_url is required']);
    expect((await refuse('{broken', 400)).validation_errors).toEqual(['body must be valid JSON']);
  });
});
