import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

interface Site {
  /** Where the app lies. */
  base?: string;
  /** Further pages, by their paths. */
  pages?: Record<string, string>;
}

/** Serves the built app as a host that lets nobody set headers. */
export async function startStaticHost({ base = '/', pages = {} }: Site = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const page = pages[pathname];
    if (page !== undefined) return void response.setHeader('content-type', 'text/html').end(page);
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      if (!path.startsWith(base)) throw new Error(`${path} is not below ${base}.`);
      const file = await readFile(join(PROJECT_ROOT, 'dist', path.slice(base.length)));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(file);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      // A browser that stays open keeps its connections.
      server.closeAllConnections();
    });
  return { url: `http://localhost:${port}/`, close };
}
