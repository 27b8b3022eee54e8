import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { HubRequest, HubScenario, HubScenarioState } from './hub-scenario.ts';

const REVISION = '0123456789abcdef0123456789abcdef01234567';
/** The hub keeps larger files in its object storage. */
const LARGE_BYTES = 100_000;
const PIECE_BYTES = 64 * 1024;
const EXPOSED = 'X-Repo-Commit, ETag, Accept-Ranges, Content-Range, X-Linked-Size, X-Linked-ETag';

interface Running {
  scenario: HubScenario;
  requests: HubRequest[];
  /** How often each fault has occurred. */
  troubles: Map<string, number>;
}

/** Bytes derived from name and version. */
function contents({ version = 0 }: HubScenario, path: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = createHash('sha256').update(`${path} ${version}`).digest().readUInt32LE(0) || 1;
  for (let index = 0; index < size; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  return bytes;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const gitId = (bytes: Buffer) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/**
 * An HTTP server that behaves like the model hub, with a second one as its object storage, and every fault a download
 * can meet. A test posts a scenario to `/scenarios` and uses the base URL it receives.
 */
export class FakeHub {
  readonly #running = new Map<string, Running>();
  readonly #hub = createServer((request, response) => void this.#answer(request, response, 'hub'));
  readonly #storage = createServer((request, response) => void this.#answer(request, response, 'storage'));

  async start(): Promise<string> {
    await Promise.all([this.#hub, this.#storage].map(listen));
    return addressOf(this.#hub);
  }

  async stop(): Promise<void> {
    for (const server of [this.#hub, this.#storage]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, role: 'hub' | 'storage'): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    const [, first = '', id = '', ...rest] =
      decodeURIComponent(request.url ?? '/')
        .split('?')[0]
        ?.split('/') ?? [];
    if (request.method === 'OPTIONS') return this.#preflight(request, response);
    if (first === 'scenarios') return this.#control(request, response, id);
    const running = this.#running.get(id);
    if (!running) return finish(response, 404);
    const path = rest.join('/');
    running.requests.push({
      method: request.method ?? '',
      path: `${role}:${path}`,
      range: request.headers.range ?? null,
      ifRange: request.headers['if-range']?.toString() ?? null,
    });
    if (path.startsWith('api/models/')) {
      if (running.scenario.describes) describeRepository(running, response);
      else finish(response, 404);
      return;
    }
    const file = /^[^/]+\/[^/]+\/resolve\/[^/]+\/(.+)$/.exec(path)?.[1] ?? '';
    const size = running.scenario.files[file];
    if (size === undefined) return finish(response, 404);
    if (role === 'hub' && running.scenario.redirects && size >= LARGE_BYTES) {
      const to = `${addressOf(this.#storage)}${request.url}`;
      return finish(response, 302, { Location: to, ...hubHeaders(running, file, size) });
    }
    await send(running, file, size, request, response, role);
  }

  /** Object storage allows a Range, which needs no preflight, and nothing else. */
  #preflight(request: IncomingMessage, response: ServerResponse): void {
    const asksForType = request.headers['access-control-request-headers'] === 'content-type';
    finish(response, asksForType ? 204 : 403, { 'Access-Control-Allow-Headers': 'content-type' });
  }

  async #control(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const known = this.#running.get(id);
    if (request.method === 'GET' && known) return sendJson(response, this.#state(id, known));
    const scenario: HubScenario = JSON.parse(await readBody(request));
    const created = id || randomUUID();
    const running = { scenario, requests: [], troubles: new Map<string, number>() };
    this.#running.set(created, running);
    sendJson(response, this.#state(created, running));
  }

  #state(id: string, { scenario, requests }: Running): HubScenarioState {
    const hashes = Object.entries(scenario.files).map(([path, size]): [string, string] => [
      path,
      sha256(contents(scenario, path, size)),
    ]);
    return {
      base: `${addressOf(this.#hub)}/as/${id}`,
      revision: REVISION,
      sha256: Object.fromEntries(hashes),
      requests,
    };
  }
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The fake hub has no port.');
  return `http://127.0.0.1:${address.port}`;
}

function finish(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers);
  response.end();
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

function describeRepository({ scenario }: Running, response: ServerResponse): void {
  const siblings = Object.entries(scenario.files).map(([path, size]) => {
    const bytes = contents(scenario, path, size);
    const lfs = size >= LARGE_BYTES ? { sha256: sha256(bytes), size, pointerSize: 133 } : undefined;
    return { rfilename: path, size, blobId: gitId(bytes), lfs };
  });
  sendJson(response, { id: 'a/b', sha: REVISION, siblings });
}

function hubHeaders({ scenario }: Running, file: string, size: number): Record<string, string> {
  const bytes = contents(scenario, file, size);
  const tag = size >= LARGE_BYTES ? sha256(bytes) : gitId(bytes);
  const headers: Record<string, string> = { 'X-Repo-Commit': REVISION };
  if (scenario.linked || scenario.redirects) {
    headers['X-Linked-Size'] = String(size);
    headers['X-Linked-ETag'] = `"${tag}"`;
  }
  return headers;
}

/** Counts a fault; true while it should still occur. */
function happens(running: Running, name: string, times: number): boolean {
  const count = running.troubles.get(name) ?? 0;
  running.troubles.set(name, count + 1);
  return count < times;
}

async function send(
  running: Running,
  file: string,
  size: number,
  request: IncomingMessage,
  response: ServerResponse,
  role: 'hub' | 'storage',
): Promise<void> {
  const { scenario } = running;
  const { status } = scenario;
  if (status?.path === file && happens(running, 'status', status.times)) {
    return finish(response, status.status);
  }
  if (scenario.webPage === file) {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>Log in</title>');
    return;
  }
  const original = contents(scenario, file, size);
  const bytes = withFaults(scenario, file, original);
  const range = scenario.ignoresRange ? undefined : request.headers.range;
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from >= bytes.length) {
    return finish(response, 416, { 'Content-Range': `bytes */${bytes.length}` });
  }
  const body = bytes.subarray(from);
  const { end, breaks, tellsLength } = endOf(running, file, body.length);
  const isHub = role === 'hub' && (scenario.linked || scenario.describes);
  response.writeHead(from > 0 ? 206 : 200, {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    ...(scenario.tags === false ? {} : { ETag: `"${sha256(original).slice(0, 32)}"` }),
    ...(isHub ? hubHeaders(running, file, size) : {}),
    ...(tellsLength ? { 'Content-Length': String(body.length) } : { Connection: 'close' }),
    ...(from > 0 ? { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  await writeSlowly(
    response,
    body.subarray(0, end),
    scenario.slow?.path === file ? scenario.slow.delayMs : 0,
  );
  if (!breaks) {
    response.end();
    return;
  }
  // Written data must be flushed before the connection breaks.
  await wait(50);
  response.destroy();
}

function withFaults(scenario: HubScenario, file: string, original: Buffer): Buffer {
  if (scenario.excess === file) return Buffer.concat([original, Buffer.alloc(1000)]);
  if (scenario.damage !== file) return original;
  const middle = Math.floor(original.length / 2);
  const bytes = Buffer.from(original);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  return bytes;
}

/** Where and how a response ends. Without a length, only the expected size shows that it ended early. */
function endOf(
  running: Running,
  file: string,
  length: number,
): { end: number; breaks: boolean; tellsLength: boolean } {
  const { drop, endEarly } = running.scenario;
  if (endEarly?.path === file && happens(running, 'endEarly', endEarly.times)) {
    return { end: Math.min(length, endEarly.afterBytes), breaks: false, tellsLength: false };
  }
  if (drop?.path === file && happens(running, 'drop', drop.times)) {
    return { end: Math.min(length, drop.afterBytes), breaks: true, tellsLength: true };
  }
  return { end: length, breaks: false, tellsLength: true };
}

async function writeSlowly(response: ServerResponse, bytes: Buffer, delayMs: number): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += PIECE_BYTES) {
    response.write(bytes.subarray(at, at + PIECE_BYTES));
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
  }
}
