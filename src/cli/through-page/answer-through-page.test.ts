import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GatewayPage } from '../../../tests/fakes/gateway-page.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { PageAnswers } from './answer-through-page.ts';

const MB = 2 ** 20;
const LARGE = 1000 * MB;

let app: GatewayPage;
let gateway: Server;
let folder = '';
/** Of the answer under way: bytes that the service handed over, and whether its reader has gone. */
let service = { bytes: 0, isOver: false };
/** The gateway's end of the last request. */
let last: ServerResponse;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-answers-'));
  app = await GatewayPage.open((request, response) => {
    if (request.url === '/v2/upload') return void response.writeHead(401).end('no key');
    service = { bytes: 0, isOver: false };
    const mine = service;
    response.once('close', () => {
      mine.isOver = true;
    });
    response.setHeader('content-length', LARGE);
    const piece = Buffer.alloc(MB);
    const more = () => {
      while (mine.bytes < LARGE) {
        mine.bytes += MB;
        if (!response.write(piece)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  });
  const answers = new PageAnswers(app.page, folder);
  gateway = createServer((request, response) => {
    last = response;
    const secret = String(request.headers['x-service-key'] ?? '');
    answers
      .answer(request, response, { address: request.url ?? '/', openAiBase: null, secret })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  service = { bytes: 0, isOver: false };
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** A client that has sent a request, and reads nothing yet. */
async function client(head: string): Promise<Socket> {
  const socket = connect(portOfServer(gateway), '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head}\r\nHost: localhost\r\n`);
  return socket;
}

/** Resolves once nothing more is handed over, as three looks in a row show. */
async function untilStill(): Promise<number> {
  let seen: number[] = [];
  await expect
    .poll(
      () => {
        seen = [...seen, service.bytes].slice(-3);
        return seen.length === 3 && service.bytes > 0 && new Set(seen).size === 1;
      },
      { interval: 700, timeout: 60_000 },
    )
    .toBe(true);
  return service.bytes;
}

it('remains in the page while its client reads nothing, and goes on once it does', async () => {
  const socket = await client('GET /v2/large HTTP/1.1');
  socket.write('\r\n');
  const waiting = await untilStill();
  expect(waiting).toBeLessThan(LARGE / 4);
  expect(last.writableLength).toBeLessThan(MB);
  socket.resume();
  await expect.poll(() => service.bytes, { timeout: 60_000 }).toBeGreaterThan(waiting);
  socket.destroy();
});

it('ends in the page when its client goes away', async () => {
  const socket = await client('GET /v2/large HTTP/1.1');
  socket.write('\r\n');
  await untilStill();
  socket.destroy();
  await expect.poll(() => service.isOver).toBe(true);
  expect(service.bytes).toBeLessThan(LARGE);
});

it.each(['', 'x-service-key: wrong\r\n'])(
  'refuses a body without a valid key at once: %j',
  async (header) => {
    const written: unknown[] = [];
    const watcher = watch(folder, (_, name) => written.push(name));
    const socket = await client('POST /v2/upload HTTP/1.1');
    socket.write(`${header}Content-Length: ${LARGE}\r\n\r\n`);
    const sending = setInterval(() => socket.write(Buffer.alloc(MB)), 50);
    let said = '';
    socket.on('data', (bytes) => {
      said += bytes;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sending);
    watcher.close();
    expect(said).toMatch(/^HTTP\/1.1 401 .*no key/s);
    expect([...written, ...readdirSync(folder)]).toEqual([]);
  },
);
