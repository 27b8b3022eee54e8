import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The place of a hosted service on the network: whatever reaches it has left the device. */
export class HostedService {
  readonly received: { method: string; path: string; key: string | null; bytes: number }[] = [];
  /** Paths of the connections that somebody tried to open. */
  readonly connected: string[] = [];
  #server: Server | null = null;
  base = '';

  async start(): Promise<this> {
    const server = createServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-methods', '*');
      response.setHeader('access-control-allow-headers', '*');
      response.setHeader('cross-origin-resource-policy', 'cross-origin');
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      const key = request.headers['x-gladia-key'];
      this.received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        key: typeof key === 'string' ? key : null,
        bytes,
      });
      response.writeHead(418, { 'content-type': 'application/json' }).end('{"from":"the network"}');
    });
    server.on('upgrade', ({ url }, socket) => {
      this.connected.push(url ?? '');
      // A page that ends resets it.
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 418 From the network\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
