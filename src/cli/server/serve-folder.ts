import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import sirv from 'sirv';
import { OPERATOR_FILE } from '../../contract/clients/base-address.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { modelsMiddleware } from '../model-files/serve-models.ts';
import { type Admitted, isForHost, isFromHere } from './callers.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';

interface ServeFolderOptions {
  /** A built app. */
  folder: string;
  host: string;
  /** 0 picks any free port. */
  port: number;
  /** Folder whose models are served under /models/ besides the bundled ones; separate several as in PATH. */
  modelsDir?: string | undefined;
  /** Leaves out the bundled models that can be downloaded instead. */
  withoutModels?: boolean | undefined;
  log: (line: string) => void;
  gateway?: Gateway | undefined;
}

/** What a gateway serves besides the app. */
export interface Gateway {
  isApi: (request: IncomingMessage) => boolean;
  /** Answers what `isApi` is true of. */
  api: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers a request of the app's own pages that is for the gateway; false for any other. */
  answerApp: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Takes a connection that asks for another protocol, or ends it. */
  connect: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
  /** In place of the app's own /operator-settings.json. */
  operatorSettings: string | undefined;
  /** Address at which the API is reached besides the loopback address. */
  listen: string | undefined;
  admitted: Admitted;
}

export interface ServedFolder {
  port: number;
  close(): Promise<void>;
}

/** Cross-origin isolated and with the content policy of each path. Rejects if the port cannot be had. */
export async function serveFolder(options: ServeFolderOptions): Promise<ServedFolder> {
  const { folder, host, port, modelsDir, withoutModels, log, gateway } = options;
  const models = modelsMiddleware({
    bundled: join(folder, 'models'),
    directory: modelsDir,
    withoutModels,
    log,
  });
  // Read anew for each request: the operator's settings may change meanwhile.
  const files = sirv(folder, { dev: true, etag: true });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (gateway?.isApi(request) && isForHost(request, gateway.admitted))
      return gateway.api(request, response);
    if (!isFromHere(request)) return refuse(response, 403, 'This server is for this device alone.');
    if (gateway?.answerApp(request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 404, 'Not found.');
    setHeaders(request, response);
    const settings = gateway?.operatorSettings;
    if (settings !== undefined && request.url?.split('?')[0] === OPERATOR_FILE)
      return response.setHeader('Content-Type', 'application/json').end(settings);
    models(request, response, () => files(request, response, () => refuse(response, 404, 'Not found.')));
  };
  const connect = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // A client that ends resets it.
    connection.on('error', () => connection.destroy());
    if (gateway && isForHost(request, gateway.admitted)) gateway.connect(request, connection, head);
    else refuseConnection(connection, 403);
  };
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      ),
    );
  };
  // The app's own browser is always at the loopback address, which "all addresses" contains.
  const listen = gateway?.listen ?? host;
  for (const address of isAnyAddress(listen) ? [listen] : new Set([host, listen])) {
    // A large recording takes as long as its line.
    const server = createServer({ requestTimeout: 0 }, answer);
    // Such a client waits for leave to send its body, which it gets with a valid key alone.
    server.on('checkContinue', answer).on('upgrade', connect);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(servers[0] ? portOfServer(servers[0]) : port, address, resolve);
      });
    } catch (error) {
      await close();
      throw error;
    }
    servers.push(server);
  }
  return { port: servers[0] ? portOfServer(servers[0]) : port, close };
}

const isAnyAddress = (address: string): boolean => address === '0.0.0.0' || address === '::';

export const portOfServer = (server: Pick<Server, 'address'>): number =>
  (server.address() as AddressInfo).port;

function setHeaders({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  // Not by URL, to which "//" is the start of a host.
  const [pathname = '/'] = url.split(/[?#]/);
  for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', contentPolicyFor(pathname));
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** Ends a connection that asks for another protocol. */
export function refuseConnection(connection: Duplex, status: number): void {
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.end(reason);
}
