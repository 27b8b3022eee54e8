import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';
import { ISOLATION_HEADERS } from '../../../src/cli/server/isolation-headers.ts';
import type { Figure } from '../../runner/figure.ts';
import type { BenchOptions } from '../bench-setup.ts';
import { browserCpuSeconds } from '../browser-processes.ts';
import { fetchPackages } from '../fetch-packages.ts';
import { besidePeer, WARM_UP } from '../native/beside-peer.ts';
import { serveBenchPage } from '../serve-bench-page.ts';
// Adds the page's function to the global scope's type.
import type {} from './page.ts';

/** Pinned, since the peer is compared over time. The first is whisper.cpp in WASM, the second its interface for pages. */
const PACKAGES = ['@transcribe/shout@1.0.7', '@transcribe/transcriber@3.0.1'];
const PEER_PREFIX = '/peer/';
/** No slower than the peer. */
const MOST_TIMES = 1;

/** whisper.cpp in WASM on a page of its own in the same browser, as its package documents it, with the weights in its format. */
export function whisperCpp({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  return besidePeer({
    section: 'whisper-cpp',
    name: 'whisper.cpp in WASM, Q8_0',
    atMost: MOST_TIMES,
    minutes,
    repeats,
    async open(python, session) {
      const packages = fetchPackages('whisper-cpp', PACKAGES);
      if (!packages) return `it needs ${PACKAGES.join(' and ')} from the package registry.`;
      const peerPage = await serveBenchPage('whisper-cpp', [servePeer(packages, await python.writeGgml())]);
      const page = await session.context.newPage();
      await page.goto(peerPage.url);
      await page.waitForFunction(() => 'whisperCpp' in globalThis);
      const answer = (path: string, threads: number) =>
        page
          .setInputFiles('#recording', path)
          .then(() => page.evaluate((count) => globalThis.whisperCpp.transcribe(count), threads));
      let isWarm = false;
      return {
        async transcribe(recording, threads) {
          // Browsers give background pages less of the processor.
          await page.bringToFront();
          if (!isWarm) await answer(WARM_UP, threads);
          isWarm = true;
          const before = browserCpuSeconds(session.profile);
          const done = await answer(recording, threads);
          return { ...done, cpu: browserCpuSeconds(session.profile) - before };
        },
        async close() {
          await page.close();
          await peerPage.close();
        },
      };
    },
  });
}

/** Serves the packages and the model beside the page. */
function servePeer(packages: string, model: string): Plugin {
  const setHeaders = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
  };
  const files = sirv(join(packages, 'node_modules'), { dev: true, setHeaders });
  const models = sirv(join(model, '..'), { dev: true, setHeaders });
  return {
    name: 'peer',
    configurePreviewServer(server) {
      server.middlewares.use(PEER_PREFIX, (request, response, next) => {
        if (request.url === '/model.bin') request.url = `/${model.split('/').at(-1)}`;
        (request.url?.endsWith('.bin') ? models : files)(request, response, next);
      });
    },
  };
}
