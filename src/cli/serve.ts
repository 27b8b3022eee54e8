import { preview } from 'vite';
import { buildIfNeeded } from './build-if-needed.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { serveModels } from './serve-models.ts';

/** Port of `npm start`. */
export const DEFAULT_PORT = 4173;

interface StartServerOptions {
  /** 0 takes any free port. */
  port?: number;
  /** Folder whose models are served under /models/, besides the bundled ones. */
  modelsDir?: string | undefined;
  /** Open the address in the user's browser. */
  open?: boolean;
  log?: (line: string) => void;
}

export interface RunningServer {
  /** Address of the app, with a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/**
 * Builds the app if needed and serves it on this machine, cross-origin isolated. Needs no network.
 * @throws Error when the port is taken, the models folder does not exist, or the build fails.
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningServer> {
  const { port = DEFAULT_PORT, modelsDir, open = false, log = console.log } = options;
  if (await buildIfNeeded()) log('Built the app.');
  const server = await listen(port, () =>
    preview({
      configFile: false,
      root: PROJECT_ROOT,
      appType: 'mpa',
      logLevel: 'error',
      plugins: [serveModels({ directory: modelsDir, log })],
      preview: {
        // An IPv4 address, because "localhost" alone may end up on IPv6 only.
        host: '127.0.0.1',
        port,
        strictPort: true,
        open: open ? `http://localhost:${port}/` : false,
        headers: { ...ISOLATION_HEADERS },
      },
    }),
  );
  const address = server.httpServer.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return { url: `http://localhost:${actualPort}/`, close: () => server.close() };
}

async function listen<T>(port: number, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/EADDRINUSE|already in use/i.test(message)) {
      throw new Error(
        `Port ${port} is taken by another program. Close it, or choose another port with --port.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
