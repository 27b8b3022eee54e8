import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDeliveries } from '../../src/storage/notifications/outbox.ts';
import { create, deliver, notifyEachTest, receiver, time, webhook } from './notified-service.ts';

notifyEachTest();

let server: Server;
let address: string;
/** What the receiver writes once it has a request. */
let answer: (socket: Socket) => void;
const sockets = new Set<Socket>();

beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => server.close(resolve));
});

const head = (status: string, headers: readonly string[] = []) =>
  `${[`HTTP/1.1 ${status}`, 'access-control-allow-origin: *', ...headers].join('\r\n')}\r\n\r\n`;

/** One attempt of one delivery; what the log says of it. */
async function attempt(timeoutMs = 5_000) {
  await webhook({ events: ['transcription.created'], url: address });
  time.timeoutMs = timeoutMs;
  await create();
  await deliver();
  const [delivery] = await listDeliveries(1);
  return delivery;
}

describe('§6: a receiver', () => {
  it('whose body never ends has what it was sent, and is left', async () => {
    let isLeft = false;
    answer = (socket) => {
      socket.write(head('200 OK', ['transfer-encoding: chunked']));
      const more = setInterval(() => socket.write('4\r\nmore\r\n'), 5);
      socket.on('close', () => {
        isLeft = true;
        clearInterval(more);
      });
    };
    expect(await attempt()).toMatchObject({ state: 'delivered', attempts: 1, last: { status: 200 } });
    await expect.poll(() => isLeft).toBe(true);
  });

  it.each([
    ['half a header', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['a header without its end', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n'],
    ['nothing', ''],
  ])('that answers with %s is tried again', async (_, text) => {
    answer = (socket) => socket.write(text);
    expect(await attempt(60)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last: { status: null, message: 'The receiver did not respond within 0.06 seconds.' },
    });
  });

  it.each([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['an endless line', `HTTP/1.1 200 ${'O'.repeat(200_000)}`],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
  ])('that answers with %s is tried again', async (_, text) => {
    answer = (socket) => socket.end(text);
    expect(await attempt()).toMatchObject({ state: 'waiting', attempts: 1, last: { status: null } });
  });

  it.each(['1', '0', '-5', 'Wed, 21 Oct 2015 07:28:00 GMT', '99999999999999999999', 'soon'])(
    'that asks to wait, %j, is tried again after the usual wait',
    async (wait) => {
      answer = (socket) =>
        socket.end(head('429 Too Many Requests', [`retry-after: ${wait}`, 'content-length: 0']));
      const first = await attempt();
      expect(first).toMatchObject({ state: 'waiting', attempts: 1, last: { status: 429 } });
      expect(Date.parse(first?.next_attempt_at ?? '') - time.now()).toBe(5_000);
    },
  );

  it.each([301, 302, 303, 307, 308])(
    'that sends to a private address by %d gets nothing there',
    async (status) => {
      answer = (socket) =>
        socket.end(
          head(`${status} Elsewhere`, [`location: ${receiver.address('/private')}`, 'content-length: 0']),
        );
      const { state, last } = (await attempt()) ?? {};
      expect([state, last?.message]).toEqual([
        'waiting',
        expect.stringContaining('a redirect, which is not followed'),
      ]);
      expect(receiver.received).toEqual([]);
    },
  );
});
