import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Broker } from './nats-server.ts';

/** A broker as it looks from afar: everything that is said takes this long each way, and the line can be cut. */
export async function slowLine(
  broker: Broker,
  oneWayMs: number,
): Promise<{ url: string; cut: () => void; close: () => void }> {
  const { hostname, port } = new URL(broker.url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => setTimeout(() => !to.destroyed && to.write(bytes), oneWayMs));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || !bound) throw new Error('The line has no port.');
  /** Ends all connections; who connects again is served. */
  const cut = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    url: `ws://${hostname}:${bound.port}`,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
