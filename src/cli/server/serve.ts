import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { openInBrowser } from '../browser/open-in-browser.ts';
import { buildApp, needsBuild } from '../build/build-if-needed.ts';
import { contentPolicy } from '../build/content-policy-plugin.ts';
import { IS_PACKED } from '../installation.ts';
import { scanModels } from '../model-files/scan-models.ts';
import { serveModels } from '../model-files/serve-models.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';
import { START_PORT } from './ports.ts';
import { type Gateway, serveFolder } from './serve-folder.ts';

/** An IPv4 address, because "localhost" alone may resolve to IPv6 only. */
const HOST = '127.0.0.1';

interface StartServerOptions {
  /** 0 picks any free port. */
  port?: number;
  /** Folder whose models are served under /models/ besides the bundled ones; separate several as in PATH. */
  modelsDir?: string | undefined;
  /** Leaves out the bundled models that can be downloaded instead. */
  withoutModels?: boolean | undefined;
  /** Open the URL in the user's browser. */
  open?: boolean;
  /** Everything else on the app's origin; not in the package. */
  plugins?: Plugin[];
  log?: (line: string) => void;
  gateway?: Gateway | undefined;
}

export interface RunningServer {
  /** URL of the app, with a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Builds the app if needed and serves it. Throws Error if the port is in use, the models are missing or the build fails. */
export async function startServer(options: StartServerOptions = {}): Promise<RunningServer> {
  const { port = START_PORT, modelsDir, open = false, plugins = [], log = console.log } = options;
  const { withoutModels } = options;
  // Errors are reported before the build, which takes a while.
  await ensureFree(port);
  if (modelsDir !== undefined) scanModels(modelsDir);
  if (IS_PACKED) return serveBuilt(join(PROJECT_ROOT, 'dist'), { ...options, port, log });
  if (needsBuild()) {
    log('Building the app, which takes a minute the first time …');
    await buildApp(undefined, (step) => log(`Building the app: ${step} …`));
  }
  if (options.gateway) return serveBuilt(join(PROJECT_ROOT, 'dist'), { ...options, port, log });
  const { preview } = await import('vite');
  const server = await preview({
    configFile: false,
    root: PROJECT_ROOT,
    appType: 'mpa',
    logLevel: 'error',
    plugins: [contentPolicy(), serveModels({ directory: modelsDir, withoutModels, log }), ...plugins],
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

/** Serves without tools of a build. Throws Error if the port is in use or the models folder does not exist. */
export async function serveBuilt(folder: string, options: StartServerOptions): Promise<RunningServer> {
  const { port = START_PORT, modelsDir, withoutModels, open = false, log = console.log, gateway } = options;
  await ensureFree(port);
  const served = await serveFolder({ folder, host: HOST, port, modelsDir, withoutModels, log, gateway });
  const url = `http://localhost:${served.port}/`;
  if (open) openInBrowser(url);
  return { url, close: served.close };
}

const OBSTACLES: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Close it or choose another port with --port.`,
  EACCES: (port) => `This user may not use port ${port}: choose another port with --port.`,
};

/** @throws Error with the remedy if another program uses the port, or no browser would */
export async function ensureFree(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new Error(OBSTACLES[cause.code ?? '']?.(port) ?? `Port ${port} cannot be used: ${cause.message}`, {
          cause,
        }),
      );
    });
    probe.listen(port, HOST, () => probe.close(() => resolve()));
  });
  // Node's own list of them, which is that of all browsers, is not to be had otherwise.
  const refused = await fetch(`http://${HOST}:${port}/`).catch(({ cause }: Error) => cause);
  if (refused instanceof Error && refused.message === 'bad port')
    throw new Error(`Browsers refuse port ${port}: choose another port with --port.`);
}
