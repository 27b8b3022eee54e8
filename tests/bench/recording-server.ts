import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const BYTES_PER_SECOND = 32_000;
const HEADER_BYTES = 44;
const NOISE_BYTES = 1024 * 1024;

/** Another site that has WAV files of any size, and answers requests for parts of most of them. */
export class RecordingServer {
  /** A header, then this over and over. */
  readonly #noise = randomBytes(NOISE_BYTES);
  readonly #server = createServer((request, response) => {
    void this.#answer(request, response);
  });
  /** Requests that a browser sent to ask whether it may send another one. */
  preflights = 0;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** @param whole whether only the whole file is sent from there, whatever part is asked for */
  address(size: number, whole = false): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${size}${whole ? '-whole' : ''}.wav`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The bytes from `start` up to `end` of the file with that size; at most a megabyte of them. */
  bytes(size: number, start: number, end: number): Buffer {
    const bytes = Buffer.alloc(end - start);
    for (let at = start; at < end; ) {
      const offset = at % NOISE_BYTES;
      at += this.#noise.copy(bytes, at - start, offset, Math.min(NOISE_BYTES, offset + end - at));
    }
    if (start < HEADER_BYTES) wavHeader(size).copy(bytes, 0, start, Math.min(HEADER_BYTES, end));
    return bytes;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      this.preflights += 1;
      response.writeHead(204, { 'access-control-allow-headers': '*' }).end();
      return;
    }
    const size = Number.parseInt(request.url?.slice(1) ?? '', 10);
    const range = request.url?.includes('whole') ? '' : request.headers.range;
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = last === undefined ? size : Math.min(size, Number(last) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': 'audio/wav',
      'content-length': end - start,
    });
    const closed = once(response, 'close');
    for (let at = start; at < end && !response.destroyed; at += NOISE_BYTES) {
      const part = this.bytes(size, at, Math.min(end, at + NOISE_BYTES));
      if (!response.write(part)) await Promise.race([once(response, 'drain'), closed]);
    }
    response.end();
  }
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
