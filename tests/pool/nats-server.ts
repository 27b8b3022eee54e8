import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { SocketFactory } from '../../src/pool/connect-pool.ts';

/** The broker's executable; undefined where it is not installed. `NATS_SERVER_PATH` names another one. */
export function findNatsServer(): string | undefined {
  const places = [
    process.env.NATS_SERVER_PATH ?? '',
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/usr/local/bin/nats-server',
  ];
  return places.find((path) => path !== '' && existsSync(path));
}

/** Says why the tests of the pool were left out, where they are. */
export function hasNatsServer(): boolean {
  if (findNatsServer() !== undefined) return true;
  console.warn(
    'The tests of the pool were LEFT OUT: nats-server is not installed (Debian: apt-get install nats-server).',
  );
  return false;
}

/** Node 20 has no WebSocket of its own. */
export const nodeSocket: SocketFactory = (url) => trusting()(url, {});

/** One that trusts an authority of its own (PEM), besides those that Node trusts. */
export const trusting =
  (ca?: string): SocketFactory =>
  (url) => {
    const socket: unknown = new WebSocket(url, { rejectUnauthorized: true, ...(ca !== undefined && { ca }) });
    // The same interface, typed for Node.
    return Promise.resolve({ socket: socket as globalThis.WebSocket, encrypted: url.startsWith('wss:') });
  };

/** A port of this machine that nothing is bound to. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

interface BrokerOptions {
  jetstream?: boolean;
  /** The `authorization` or `accounts` part of its configuration. */
  rights?: string;
  /** Further settings of JetStream, such as `max_file_store: 1MB`. */
  limits?: string;
  /** Serves wss with this certificate. */
  tls?: { cert: string; key: string };
  /** The only origin whose pages may connect. */
  origin?: string;
}

/** A real nats-server with its store in a temporary folder, which can be stopped and started again. */
export class Broker {
  #process: ChildProcess | null = null;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(options: BrokerOptions = {}): Promise<Broker> {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-nats-'));
    const [client, websocket] = [await freePort(), await freePort()];
    const host = '127.0.0.1';
    const { tls, origin } = options;
    const origins = origin === undefined ? '' : `, allowed_origins: ["${origin}"]`;
    const encryption = tls ? `tls { cert_file: "${tls.cert}", key_file: "${tls.key}" }` : 'no_tls: true';
    writeFileSync(
      join(folder, 'nats.conf'),
      `listen: "127.0.0.1:${client}"
websocket { listen: "${host}:${websocket}", ${encryption}${origins} }
${options.jetstream === false ? '' : `jetstream { store_dir: "${join(folder, 'store')}", ${options.limits ?? ''} }`}
${options.rights ?? ''}
`,
    );
    const broker = new Broker(`${tls ? 'wss' : 'ws'}://${host}:${websocket}`, folder, websocket);
    await broker.resume();
    return broker;
  }

  /** Starts it, again if it was stopped. */
  async resume(): Promise<void> {
    const child = spawn(findNatsServer() ?? 'nats-server', ['-c', join(this.folder, 'nats.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) throw new Error(`nats-server ended: ${said}`);
      if (await this.#answers()) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`nats-server does not listen: ${said}`);
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, new URL(this.url).hostname);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }

  /** Stops it; its store remains. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    this.#process = null;
  }

  /** Stops it and removes its store. */
  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Everything that it has stored, as text: what must not be readable there. */
  readStore(): string {
    return spawnSync('grep', ['-rh', '-a', '', join(this.folder, 'store')], {
      maxBuffer: 2 ** 30,
    }).stdout.toString('latin1');
  }
}
