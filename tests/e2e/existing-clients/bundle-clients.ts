import { build } from 'vite';

let bundled: Promise<string> | null = null;

/** One script with the public clients exactly as published on npm: `globalThis.publicClients`. */
export function bundleClients(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: new URL('page.ts', import.meta.url).pathname, formats: ['iife'], name: 'clientsPage' },
      // What the clients load only outside browsers.
      rolldownOptions: { external: ['undici', 'ws', 'fs', 'path'] },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script] = outputs.filter((one) => one.type === 'chunk');
  if (!script) throw new Error('Nothing was bundled.');
  return script.code;
}
