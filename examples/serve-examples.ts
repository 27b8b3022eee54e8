import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../src/cli/project-root.ts';
import { START_PORT } from '../src/cli/server/ports.ts';
import { startServer } from '../src/cli/server/serve.ts';

const HOST = '127.0.0.1';
const PAGES = join(import.meta.dirname, 'pages');
/** A client written for a hosted service, as published on npm. */
const CLIENT = join(PROJECT_ROOT, 'node_modules/@gladiaio/sdk/dist');

/** The only page on a site of its own. */
const EMBEDDING = 'embedding';

export interface ExampleServer {
  addressOf(page: string): string;
  close(): Promise<void>;
}

/** Serves the app, the example pages below /examples/ on its origin, and the embedding page on another port. */
export async function serveExamples(port = START_PORT): Promise<ExampleServer> {
  const app = await startServer({ port, plugins: [examplePages()] });
  const pages = sirv(PAGES, { dev: true, extensions: ['html'] });
  const site = createServer((request, response) => pages(request, response));
  await new Promise<void>((resolve) => site.listen(0, HOST, resolve));
  const address = site.address();
  const sitePort = typeof address === 'object' && address ? address.port : 0;
  return {
    addressOf: (page) =>
      page === EMBEDDING
        ? `http://localhost:${sitePort}/${page}?app=${new URL(app.url).origin}`
        : `${app.url}examples/${page}`,
    close: async () => {
      site.closeAllConnections();
      site.close();
      await app.close();
    },
  };
}

function examplePages(): Plugin {
  return {
    name: 'earshot-examples',
    configurePreviewServer({ middlewares }) {
      middlewares.use('/examples/gladia-sdk.js', (_, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.end(readFileSync(join(CLIENT, 'index.iife.js')));
      });
      middlewares.use('/examples', sirv(PAGES, { dev: true, extensions: ['html'] }));
    },
  };
}
