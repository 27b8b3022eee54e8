import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { trySample } from './page-tasks.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Serves the built app as a host that lets nobody set headers. */
async function startStaticHost() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const file = await readFile(join(PROJECT_ROOT, 'dist', path));
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

/** How the sample was transcribed, as its page tells. */
const details = async () => {
  for (;;) {
    const found = [...document.querySelectorAll('details')].find(
      (one) => one.querySelector('summary')?.textContent === 'Transcription details',
    );
    if (found) {
      found.open = true;
      return { isolated: crossOriginIsolated, text: found.innerText };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

test('feature: on a host without headers, the sample is done on one thread, with the reason, and the next visit is isolated', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const host = await startStaticHost();
  try {
    await engine.open(host.url);
    await trySample(engine);
    const first = await engine.run(details);
    expect(first.isolated).toBe(false);
    expect(first.text).toContain('with one thread, because the page is not cross-origin isolated');
    // By the service worker.
    await engine.reload();
    expect(await engine.run(() => crossOriginIsolated)).toBe(true);
  } finally {
    await engine.open(app.url);
    await host.close();
  }
});
