import { join } from 'node:path';
import { build, type PluginOption, preview } from 'vite';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { ISOLATION_HEADERS } from '../../src/cli/server/isolation-headers.ts';

/** Builds a page below `tests/bench/` and serves it, isolated, until `close` is called. */
export async function serveBenchPage(
  folder: string,
  plugins: PluginOption[] = [],
): Promise<{ url: string; close: () => Promise<void> }> {
  const root = join(PROJECT_ROOT, 'tests/bench', folder);
  const outDir = join(PROJECT_ROOT, `.cache/bench-${folder}`);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  });
  const server = await preview({
    configFile: false,
    root,
    appType: 'mpa',
    logLevel: 'error',
    plugins,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, headers: { ...ISOLATION_HEADERS } },
  });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || !address) throw new Error('The server of the page has no port.');
  return { url: `http://localhost:${address.port}/`, close: () => server.close() };
}
