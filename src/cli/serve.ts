import { createServer } from 'node:net';
import { type Plugin, preview } from 'vite';
import { buildApp, needsBuild } from './build-if-needed.ts';
import { contentPolicy } from './content-policy-plugin.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';
import { START_PORT } from './ports.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { scanModels } from './scan-models.ts';
import { serveModels } from './serve-models.ts';

/** An IPv4 address, because "localhost" alone may resolve to IPv6 only. */
const HOST = '127.0.0.1';

interface StartServerOptions {
  /** 0 picks any free port. */
  port?: number;
  /** Folder whose models are served under /models/ besides the bundled ones; separate several as in PATH. */
  modelsDir?: string | undefined;
  /** Open the URL in the user's browser. */
  open?: boolean;
  /** Everything else on the app's origin. */
  plugins?: Plugin[];
  log?: (line: string) => void;
}

export interface RunningServer {
  /** URL of the app, with a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Builds the app if needed and serves it locally, cross-origin isolated. Needs no network.
 * @throws Error if the port is in use, the models folder does not exist or the build fails
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningServer> {
  const { port = START_PORT, modelsDir, open = false, plugins = [], log = console.log } = options;
  // Errors are reported before the build, which takes a while.
  await ensureFree(port);
  if (modelsDir !== undefined) scanModels(modelsDir);
  if (needsBuild()) {
    log('Building the app …');
    await buildApp();
  }
  const server = await preview({
    configFile: false,
    root: PROJECT_ROOT,
    appType: 'mpa',
    logLevel: 'error',
    plugins: [contentPolicy(), serveModels({ directory: modelsDir, log }), ...plugins],
    preview: {
      host: HOST,
      port,
      strictPort: true,
      open: open ? `http://localhost:${port}/` : false,
      headers: { ...ISOLATION_HEADERS },
      // Vite's own answers would admit the pages of all local ports.
      cors: false,
    },
  });
  const address = server.httpServer.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return { url: `http://localhost:${actualPort}/`, close: () => server.close() };
}

/** @throws Error with the remedy if another program uses the port */
export function ensureFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const message =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} is in use by another program. Close it or choose another port with --port.`
          : `Port ${port} cannot be used: ${cause.message}`;
      reject(new Error(message, { cause }));
    });
    probe.listen(port, HOST, () => probe.close(() => resolve()));
  });
}
