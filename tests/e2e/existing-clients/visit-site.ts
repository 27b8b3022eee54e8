import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { startServer } from '../../../src/cli/server/serve.ts';
import { HostedService } from './hosted-service.ts';

/** How a page is set up: what its operator deployed, what it says itself, and the guard or only the library. */
export const SETUPS = ['file', 'page', 'library'] as const;
/** Or by the settings of the app, which a first visit does not have. */
export type Setup = (typeof SETUPS)[number] | 'settings';

/** What a visit gets from this device: without a key, every request is refused there. */
export const ANSWERED_HERE = {
  uploaded: 401,
  made: 401,
  xhr: 401,
  xhrKey: true,
  beacon: true,
  worker: 401,
  blobWorker: 401,
  own: 401,
};

export interface VisitSite {
  hosted: HostedService;
  /** What came to the app's own host although this device should have answered it. */
  strayed: string[];
  /** The page; its client's requests start after up to this time. */
  address(mostDelayMs: number): string;
  /** Another page at the same path, which is not set up. */
  bare: string;
  app: string;
  stop(): Promise<void>;
}

const HTML = readFileSync(new URL('visit.html', import.meta.url), 'utf8');

/** An origin that no browser has visited, with the app, a page for an existing client, and the service it knows. */
export async function startVisitSite(setup: Setup, { slowScriptMs = 0 } = {}): Promise<VisitSite> {
  const hosted = await new HostedService().start();
  const strayed: string[] = [];
  const plugins = [pages(setup, hosted.base, slowScriptMs, strayed)];
  const server = await startServer({ port: 0, withoutModels: true, log: () => undefined, plugins });
  return {
    hosted,
    strayed,
    address: (most) => `${server.url}visit?most=${most}`,
    bare: `${server.url}visit?bare`,
    app: server.url,
    stop: async () => {
      await server.close();
      await hosted.stop();
    },
  };
}

const RUN = 'window.results = visit(Number(new URLSearchParams(location.search).get("most")));';

/** Says when it is ready, which withdraws what an earlier page of its path has said. */
const BARE = `<!doctype html><script type="module">
  import { ready } from '/earshot.js';
  await ready();
  localStorage.setItem('bare', 'ready');
</script>`;

function pages(setup: Setup, hosted: string, slowScriptMs: number, strayed: string[]): Plugin {
  const config = JSON.stringify({ baseAddresses: [hosted], keyHeaders: ['x-gladia-key'] });
  const script = {
    file: `<script>${RUN}</script>`,
    page: `<script>window.earshotConfig = ${config}; ${RUN}</script>`,
    settings: `<script>${RUN}</script>`,
    library: `<script>window.earshotConfig = ${config};</script><script type="module">import "/earshot.js"; ${RUN}</script>`,
  };
  const page = HTML.replace('%HOSTED%', hosted)
    .replace('<!-- guard -->', setup === 'library' ? '' : '<script src="/earshot-guard.js"></script>')
    .replace('<!-- start -->', script[setup]);
  const worker = /const WORKER = '(.*)';/.exec(HTML)?.[1] ?? '';
  return {
    name: 'visit-site',
    configurePreviewServer({ middlewares }) {
      middlewares.use('/visit', ({ url }, response) => {
        response.setHeader('content-type', 'text/html').end(url?.includes('bare') ? BARE : page);
      });
      middlewares.use('/v2', ({ method, originalUrl }, _, next) => {
        strayed.push(`${method} ${originalUrl}`);
        next();
      });
      middlewares.use('/visit-worker.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript').end(worker);
      });
      middlewares.use('/operator-settings.json', (_, response) => {
        response.setHeader('content-type', 'application/json').end(setup === 'file' ? config : '{}');
      });
      // Sends whatever it gets on, to the hosted service or within this site.
      middlewares.use('/moved-away', ({ url }, response) => {
        response.writeHead(307, { location: `${hosted}/v2/upload${url?.slice(1)}` }).end();
      });
      middlewares.use('/moved-here', ({ url }, response) => {
        response.writeHead(307, { location: `/arrived${url?.slice(1)}` }).end();
      });
      middlewares.use('/arrived', async (request, response) => {
        let bytes = 0;
        for await (const chunk of request) bytes += chunk.length;
        response.setHeader('content-type', 'text/html').end(`arrived with ${bytes > 0 ? 'a body' : 'none'}`);
      });
      middlewares.use('/clear-site-data', (_, response) => {
        response.setHeader('clear-site-data', '"storage"').end();
      });
      middlewares.use('/service-worker.js', (_, __, next) => {
        setTimeout(next, Math.random() * slowScriptMs);
      });
    },
  };
}
