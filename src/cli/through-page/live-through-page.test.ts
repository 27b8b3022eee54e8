import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { GatewayPage } from '../../../tests/fakes/gateway-page.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { LiveThroughPage } from './live-through-page.ts';

let app: GatewayPage;
let gateway: Server;
let sockets: LiveThroughPage;

beforeAll(async () => {
  app = await GatewayPage.open((_, response) => response.end());
  sockets = await LiveThroughPage.open(app.page, 100);
  gateway = createServer();
  gateway.on('upgrade', (request, connection, head) => sockets.accept(request, connection, head));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  sockets.close();
  gateway.close();
  await app.close();
});

const open = async (autoPong: boolean) => {
  const socket = new WebSocket(`ws://127.0.0.1:${portOfServer(gateway)}/v2/live?token=x`, { autoPong });
  await once(socket, 'open');
  return socket;
};

it('a client that answers no ping any more has left its session', async () => {
  const there = await open(true);
  const gone = await open(false);
  await once(gone, 'close');
  await expect.poll(async () => (await app.sockets()).map(({ closed }) => closed)).toEqual([[], [4000]]);
  there.send('{}');
  await expect.poll(async () => (await app.sockets())[0]?.sent).toBe(1);
  there.close(1000);
  await expect.poll(async () => (await app.sockets())[0]?.closed).toEqual([1000]);
});

it.each([
  ['a length above the limit', [0x82, 0xff, 0x7f, ...Array(7).fill(0xff), ...Array(4).fill(0)]],
  ['no mask', [0x82, 0x05, 1, 2, 3, 4, 5]],
  ['a reserved operation', [0x83, 0x80, 0, 0, 0, 0]],
  ['a text that is not UTF-8', [0x81, 0x81, 0, 0, 0, 0, 0xff]],
])('a frame with %s ends its own session alone', async (_, frame) => {
  const there = await open(true);
  const before = (await app.sockets()).length;
  const connection = connect(portOfServer(gateway), '127.0.0.1');
  const ended = once(connection, 'close');
  connection.write(
    'GET /v2/live?token=x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await once(connection, 'data');
  connection.resume().write(Buffer.from(frame));
  await ended;
  await expect.poll(async () => (await app.sockets())[before]?.closed).toEqual([4000]);
  there.send('{}');
  await expect.poll(async () => (await app.sockets())[before - 1]?.sent).toBe(1);
  there.close(1000);
  await expect.poll(async () => (await app.sockets())[before - 1]?.closed).toEqual([1000]);
});
