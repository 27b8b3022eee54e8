import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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
