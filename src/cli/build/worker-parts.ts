import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';
import { apiDescriptionPlugin } from './api-description-plugin.ts';

/** Modules that few requests need. Each exports only async functions. */
const PARTS = [
  'src/recordings/probe-recording.ts',
  'src/service/handlers/read-api-description.ts',
  'src/service/render-transcript.ts',
  'src/storage/second-place/write-changes.ts',
];

/**
 * Takes the modules that few requests need out of the service worker's script, which the browser reads each time it
 * starts the worker. Each becomes a classic script that the worker imports while it is installed, which makes the
 * browser keep it, and runs when it is first needed: a worker has no `import()`. For the build of the worker alone.
 * `plugins` are those of the builds of the parts.
 */
export function workerParts(plugins: readonly Plugin[] = []): Plugin {
  return {
    name: 'earshot-worker-parts',
    async load(id) {
      const part = PARTS.find((path) => join(PROJECT_ROOT, path) === id);
      if (part === undefined) return null;
      const { name, exports, code, map } = await bundle(part, plugins);
      const fileName = `assets/service-part-${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 5)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map });
      return standIn(fileName, globalName(name), exports);
    },
  };
}

const globalName = (name: string) => `earshot_${name.replaceAll('-', '_')}`;

/** A module as a script that puts its exports into one global. */
async function bundle(part: string, plugins: readonly Plugin[]) {
  const name = /([^/]+)\.ts$/.exec(part)?.[1] ?? part;
  const result = await build({
    root: PROJECT_ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [apiDescriptionPlugin(), ...plugins],
    build: {
      write: false,
      target: 'es2023',
      sourcemap: 'hidden',
      rolldownOptions: {
        input: join(PROJECT_ROOT, part),
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: globalName(name) },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const chunk = outputs.find((one): one is Rolldown.OutputChunk => one.type === 'chunk' && one.isEntry);
  if (!chunk) throw new Error(`${part} was built into nothing.`);
  return { name, exports: chunk.exports, code: chunk.code, map: chunk.map?.toString() ?? '' };
}

/** The module that replaces a part in the worker's script: the same functions, which load the part first. */
function standIn(fileName: string, global: string, exports: string[]): string {
  // From where the worker's script is.
  const address = JSON.stringify(fileName);
  return `
const part = () => {
  if (!self.${global}) importScripts(${address});
  return self.${global};
};
self.addEventListener('install', (event) => event.waitUntil(new Promise((kept) => kept(part()))));
${exports.map((name) => `export const ${name} = async (...given) => part().${name}(...given);`).join('\n')}
`;
}
