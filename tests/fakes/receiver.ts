import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by a receiver. */
export interface Received {
  method: string;
  path: string;
  delivery: string;
  signature: string | null;
  type: string | null;
  /** Exactly as received. */
  text: string;
}

/** A real HTTP receiver of callbacks and webhooks on this machine. */
export class Receiver {
  /** Everything received, whatever the response. */
  readonly received: Received[] = [];
  /** Response status by path; 'never' leaves the request unanswered. */
  answer: (path: string) => number | 'never' = () => 200;
  /** Whether the connection ends behind the header of each response. */
  cutsOff = false;
  /** Whether other sites may call it. */
  cors = true;
  #server: Server | null = null;
  #port = 0;

  async start(): Promise<this> {
    const server = createServer(async (request, response) => {
      if (this.cors) {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-methods', 'POST, PUT');
        response.setHeader(
          'access-control-allow-headers',
          'content-type, x-earshot-delivery, x-earshot-signature',
        );
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      const one = await read(request);
      this.received.push(one);
      const status = this.answer(one.path);
      if (status === 'never') return;
      if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere');
      response.writeHead(status);
      if (this.cutsOff) response.flushHeaders();
      if (this.cutsOff) request.socket.destroySoon();
      else response.end();
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  /** Stops; `start` brings it back at the same URL. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  address(path: string): string {
    return `http://localhost:${this.#port}${path}`;
  }

  /** The events received at a path, in order. */
  events(path: string): string[] {
    return this.received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text).event);
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    delivery: header('x-earshot-delivery') ?? '',
    signature: header('x-earshot-signature'),
    type: header('content-type'),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
