import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';

const REVISION = '0'.repeat(39) + 1;

interface HubFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Takes the place of the model hub with one repository: its list of files with their hashes, and the files, also in ranges. */
export class ReplicaHub {
  readonly #server = createServer((request, response) => this.#answer(request, response));

  private constructor(
    private readonly folder: string,
    readonly files: readonly HubFile[],
  ) {}

  static async start(folder: string): Promise<ReplicaHub> {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    );
    const files = await Promise.all(paths.map((path) => describe(folder, path)));
    const hub = new ReplicaHub(folder, files);
    await new Promise<void>((resolve) => hub.#server.listen(0, '127.0.0.1', resolve));
    return hub;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-expose-headers', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url?.startsWith('/api/models/')) {
      const siblings = this.files.map(({ path, bytes, sha256 }) => ({
        rfilename: path,
        size: bytes,
        lfs: { sha256, size: bytes },
      }));
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ sha: REVISION, siblings }));
    }
    const path = /\/resolve\/[^/]+\/(.+)$/.exec(request.url ?? '')?.[1];
    const file = this.files.find((one) => one.path === path);
    if (!file) return void response.writeHead(404).end();
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': file.bytes - start,
      etag: `"${file.sha256}"`,
      ...(request.headers.range && {
        'content-range': `bytes ${start}-${file.bytes - 1}/${file.bytes}`,
      }),
    });
    createReadStream(join(this.folder, file.path), { start }).pipe(response);
  }
}

async function describe(folder: string, path: string): Promise<HubFile> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(folder, path))) hash.update(part);
  return {
    path: path.split(sep).join('/'),
    bytes: statSync(join(folder, path)).size,
    sha256: hash.digest('hex'),
  };
}
