import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { startServer } from '../../../src/cli/serve.ts';
import { HostedService } from './hosted-service.ts';

/** How a page is set up: what its operator deployed, what it says itself, and the guard or only the library. */
export const SETUPS = ['file', 'page', 'library'] as const;
export type Setup = (typeof SETUPS)[number];

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
  /** The page; its client's requests start after up to this time. */
  address(mostDelayMs: number): string;
  stop(): Promise<void>;
}

const HTML = readFileSync(new URL('visit.html', import.meta.url), 'utf8');

/** An origin that no browser has visited, with the app, a page for an existing client, and the service it knows. */
export async function startVisitSite(setup: Setup, { slowScriptMs = 0 } = {}): Promise<VisitSite> {
  const hosted = await new HostedService().start();
  const plugins = [pages(setup, hosted.base, slowScriptMs)];
  const server = await startServer({ port: 0, log: () => undefined, plugins });
  return {
    hosted,
    address: (most) => `${server.url}visit?most=${most}`,
    stop: async () => {
      await server.close();
      await hosted.stop();
    },
  };
}

const RUN = 'window.results = visit(Number(new URLSearchParams(location.search).get("most")));';

function pages(setup: Setup, hosted: string, slowScriptMs: number): Plugin {
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
      middlewares.use('/visit', (_, response) => {
        response.setHeader('content-type', 'text/html').end(page);
      });
      middlewares.use('/visit-worker.js', (_, response) => {
        response.setHeader('content-type', 'text/javascript').end(worker);
      });
      middlewares.use('/operator-settings.json', (_, response) => {
        response.setHeader('content-type', 'application/json').end(setup === 'file' ? config : '{}');
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
