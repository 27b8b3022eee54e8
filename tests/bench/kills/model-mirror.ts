import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_BYTES, SMALL_FILE, SMALL_HASH } from './small-model.ts';

const PART = 256 * 1024;
/** Two seconds for the whole file. */
const PAUSE_MS = 50;

/** A mirror of the model hub that has one file, and sends it slowly. */
export class ModelMirror {
  /** First bytes that were asked for. */
  readonly starts: number[] = [];
  readonly #server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-expose-headers', '*');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (!request.url?.endsWith(SMALL_FILE)) return response.writeHead(404).end();
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (request.method === 'GET') this.starts.push(start);
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': SMALL_BYTES.length - start,
      etag: `"${SMALL_HASH}"`,
      ...(request.headers.range && {
        'content-range': `bytes ${start}-${SMALL_BYTES.length - 1}/${SMALL_BYTES.length}`,
      }),
    });
    for (let at = start; at < SMALL_BYTES.length && !response.destroyed; at += PART) {
      response.write(SMALL_BYTES.subarray(at, at + PART));
      await sleep(PAUSE_MS);
    }
    response.end();
  });

  private constructor() {}

  static async start(): Promise<ModelMirror> {
    const mirror = new ModelMirror();
    await new Promise<void>((resolve) => mirror.#server.listen(0, '127.0.0.1', resolve));
    return mirror;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
