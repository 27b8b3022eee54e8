import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { isReplaceable } from '../../src/cli/model-files/serve-models.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import { servedIndex } from '../../src/models/store/served-models.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

interface Site {
  /** The folder of the app. */
  base?: string;
  /** Further pages, by their paths. */
  pages?: Record<string, string>;
  /** With Whisper base, which the app then fetches for a first recording. */
  withModels?: boolean;
  /** Awaited before a file is sent. */
  beforeFile?: (path: string, headers: IncomingHttpHeaders) => Promise<void>;
  /** What is sent in place of a file; undefined for the file. */
  inPlaceOf?: (path: string, headers: IncomingHttpHeaders) => Buffer | undefined;
}

/** What an export without models lists of them. */
const indexWithoutModels = (index: string): string => {
  const { models } = servedIndex.parse(JSON.parse(index));
  return JSON.stringify({ models: models.filter(({ id }) => !isReplaceable(findModel(id))) });
};

/** Serves the built app as a host that lets nobody set headers. */
export async function startStaticHost({
  base = '/',
  pages = {},
  withModels = false,
  beforeFile,
  inPlaceOf,
}: Site = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const page = pages[pathname];
    if (page !== undefined) return void response.setHeader('content-type', 'text/html').end(page);
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      if (!path.startsWith(base)) throw new Error(`${path} is not below ${base}.`);
      await beforeFile?.(path, request.headers);
      const other = inPlaceOf?.(path, request.headers);
      const read = other ?? (await readFile(join(PROJECT_ROOT, 'dist', path.slice(base.length))));
      const isShort = path.endsWith('/models/index.json') && !withModels;
      const file = isShort ? indexWithoutModels(String(read)) : read;
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
      // An open browser keeps its connections.
      server.closeAllConnections();
    });
  return { url: `http://localhost:${port}/`, close };
}
