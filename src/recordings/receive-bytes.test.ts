import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinBytes } from '../lib/bytes/byte-source.ts';
import { receiveBytes } from './receive-bytes.ts';

const PART = 1000;
const FILE = Buffer.from(Uint8Array.from({ length: 4 * PART + 7 }, (_, index) => index % 251));

/** How the server answers a request for a part; it sends the whole file otherwise. */
let onPart: (part: { start: number; end: number; response: ServerResponse }) => void;
let ranges: (string | null)[];
let headers: Record<string, string>;
let url: string;

const sendPart: typeof onPart = ({ start, end, response }) => {
  const bytes = FILE.subarray(start, end);
  response.writeHead(206, { ...headers, 'content-length': bytes.length }).end(bytes);
};

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const range = request.headers.range ?? null;
  ranges.push(range);
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (start === undefined) response.writeHead(200, { ...headers, 'content-length': FILE.length }).end(FILE);
  else onPart({ start: Number(start), end: Math.min(FILE.length, Number(last) + 1), response });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());
beforeEach(() => {
  ranges = [];
  headers = {};
  onPart = sendPart;
});

async function receive({ partBytes = PART, signal = new AbortController().signal } = {}): Promise<Buffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const whole = await fetch(url, { signal });
  const askFor = (range: string) => fetch(url, { headers: { range }, signal });
  const bytes = receiveBytes({ whole, askFor, signal, partBytes, retryDelaysMs: [0, 0] });
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.from(joinBytes(chunks));
}

const expectWhole = async () => expect((await receive()).equals(FILE)).toBe(true);

describe('a remote file', () => {
  it('comes in parts where it is large, and its last byte is asked for first', async () => {
    await expectWhole();
    expect(ranges).toEqual([
      null,
      'bytes=4006-4007',
      'bytes=0-999',
      'bytes=1000-1999',
      'bytes=2000-2999',
      'bytes=3000-3999',
      'bytes=4000-4006',
    ]);
  });

  it('comes in one response where it is small', async () => {
    expect((await receive({ partBytes: FILE.length / 2 })).equals(FILE)).toBe(true);
    expect(ranges).toEqual([null]);
  });

  it.each<[string, typeof onPart]>([
    ['sends all of it', ({ response }) => response.writeHead(200).end(FILE)],
    ['refuses them', ({ response }) => response.writeHead(416).end()],
    ['breaks the connection', ({ response }) => response.destroy()],
    // A compressed response announces another length than the file has.
    ['has more than was announced', ({ response }) => response.writeHead(206).end(Buffer.alloc(2))],
    [
      'has another file by then',
      ({ response }) => response.writeHead(206, { etag: '"2"' }).end(FILE.subarray(-1)),
    ],
  ])('comes in one response where a server, asked for a part, %s', async (_, answer) => {
    headers = { etag: '"1"' };
    onPart = answer;
    await expectWhole();
    expect(ranges).toEqual([null, 'bytes=4006-4007']);
  });

  it('goes on where a part broke off, and where a server was busy', async () => {
    let isFirst = true;
    onPart = (part) => {
      const breaks = isFirst && part.start === 1000;
      if (part.start === 1000) isFirst = false;
      if (breaks) {
        part.response.writeHead(206, { 'content-length': PART });
        part.response.write(FILE.subarray(1000, 1500), () => part.response.destroy());
      } else if (part.start === 1500) {
        isFirst = true;
        onPart = sendPart;
        part.response.writeHead(503).end();
      } else sendPart(part);
    };
    await expectWhole();
    expect(ranges.slice(3, 7)).toEqual([
      'bytes=1000-1999',
      'bytes=1500-2499',
      'bytes=1500-2499',
      'bytes=2500-3499',
    ]);
  });

  it('is lost after three attempts without a byte', async () => {
    onPart = (part) => (part.start === 2000 ? part.response.destroy() : sendPart(part));
    await expect(receive()).rejects.toThrow(TypeError);
    expect(ranges.filter((range) => range === 'bytes=2000-2999')).toHaveLength(3);
  });

  it.each(['etag', 'last-modified'])('is not put together from two files, as %s tells', async (name) => {
    headers = { [name]: '"1"' };
    onPart = (part) => {
      if (part.start === 2000) headers = { [name]: '"2"' };
      sendPart(part);
    };
    await expect(receive()).rejects.toMatchObject({
      code: 'remote_audio',
      message: 'The file changed on its server while it was being fetched.',
    });
  });

  it('ends with its signal', async () => {
    const abort = new AbortController();
    onPart = (part) => (part.start === 2000 ? abort.abort() : sendPart(part));
    await expect(receive({ signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(ranges).toHaveLength(5);
  });

  it('is not asked for any further when its reader has enough', async () => {
    const whole = await fetch(url);
    const askFor = (range: string) => fetch(url, { headers: { range } });
    for await (const chunk of receiveBytes({ whole, askFor, partBytes: PART })) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(ranges).toHaveLength(3);
  });
});
