import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** In a module, functions have no `this`. */
const GLOBAL = 'var global_object = this;';

export const BERGAMOT_GLUE = 'virtual:bergamot-glue';

/** Bergamot's starter as a module: the package has a classic script, which module workers cannot import. */
export function bergamotGlue(): Plugin {
  const path = createRequire(import.meta.url).resolve(
    '@browsermt/bergamot-translator/worker/bergamot-translator-worker.js',
  );
  const resolved = `\0${BERGAMOT_GLUE}`;
  return {
    name: 'earshot-bergamot-glue',
    // By its file, the licence is found (src/cli/build/third-party-notices.ts).
    resolveId: (source) => (source === BERGAMOT_GLUE ? { id: resolved, meta: { madeFrom: path } } : null),
    async load(id) {
      if (id !== resolved) return null;
      const script = await readFile(path, 'utf8');
      if (!script.includes(GLOBAL)) throw new Error(`${path} does not begin as version 0.4.9 does.`);
      const module = script.replace(GLOBAL, 'var global_object = globalThis;');
      return `export default function start(Module) {\n${module}\n}`;
    },
  };
}
