import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { JSHandle } from 'playwright';
import { expect, it } from 'vitest';
import { portOfServer } from '../server/serve-folder.ts';
import { type PageAnswer, sendAnswer } from './send-answer.ts';

const STALLED_MS = 400;
const SIZE = 24 * 2 ** 20;

/** An answer as a page gives it, without a page: of bytes that come `lateMs` after each other's piece. */
function answerOf(size: number, lateMs = 0): { handle: JSHandle<PageAnswer>; most: number[] } {
  const most: number[] = [];
  let left = size;
  const evaluate = async (_: unknown, bytes?: number) => {
    if (bytes === undefined) return { status: 200, headers: [], isEvents: false };
    most.push(bytes);
    await wait(lateMs);
    const piece = Buffer.alloc(Math.min(left, bytes));
    left -= piece.length;
    return { base64: piece.toString('base64'), isLast: left === 0 };
  };
  const handle = { evaluate, dispose: async () => undefined } as unknown as JSHandle<PageAnswer>;
  return { handle, most };
}

/** Sends it to a client that reads as `read` has it. Gives the bytes that arrived. */
async function send(answer: JSHandle<PageAnswer>, read: (socket: ReturnType<typeof connect>) => void) {
  let sending: Promise<unknown> = Promise.resolve();
  let hasFailed = (): void => undefined;
  const failed = new Promise<void>((resolve) => {
    hasFailed = resolve;
  });
  const server = createServer((_, response) => {
    sending = sendAnswer(answer, response, STALLED_MS).catch((error: unknown) => {
      hasFailed();
      return error;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect(portOfServer(server), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let bytes = 0;
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  socket.on('data', (piece) => {
    bytes += piece.length;
  });
  socket.pause();
  read(socket);
  const closed = once(socket, 'close');
  // A client that reads nothing does not notice that its connection is closed.
  await Promise.race([closed, failed, wait(4_000)]);
  const outcome = await Promise.race([sending, wait(100).then(() => 'under way')]);
  socket.destroy();
  server.closeAllConnections();
  server.close();
  return { bytes, outcome };
}

it('gives all of it to a client that reads', async () => {
  const { handle } = answerOf(SIZE);
  const { bytes, outcome } = await send(handle, (socket) => socket.resume());
  expect(outcome).toBeUndefined();
  expect(bytes).toBeGreaterThan(SIZE);
});

it('ends a connection whose client reads nothing', async () => {
  const { handle, most } = answerOf(SIZE);
  const { bytes, outcome } = await send(handle, () => undefined);
  expect(bytes).toBe(0);
  expect(outcome).toBeInstanceOf(Error);
  expect(most.length).toBeLessThan(SIZE / 2 ** 19);
});

it('waits for a client that reads slowly, and for a page that has nothing yet', async () => {
  const slow = answerOf(SIZE / 4);
  const reading = await send(slow.handle, (socket) => {
    const timer = setInterval(() => {
      socket.resume();
      setTimeout(() => socket.pause(), 5);
    }, STALLED_MS / 4);
    socket.once('close', () => clearInterval(timer));
  });
  expect(reading.bytes).toBeGreaterThan(SIZE / 4);
  const late = answerOf(2 ** 19, 2 * STALLED_MS);
  const waiting = await send(late.handle, (socket) => socket.resume());
  expect(waiting.bytes).toBeGreaterThan(2 ** 19);
});
