import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The modules of zod that describe schemas as JSON Schema. */
const DESCRIBING = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves the writing of JSON Schema out of what browsers load: 18 kB that every zod schema refers to, and that only the
 * build needs, for `/v2/openapi.json`. In the built app `toJSONSchema()` does nothing.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'earshot-zod-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!DESCRIBING.test(id)) return null;
      const source = readFileSync(id, 'utf8');
      const declared = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const renamed = [...source.matchAll(/^export \{ (.+) \};/gm)].flatMap(([, list]) =>
        (list ?? '').split(',').map((item) =>
          item
            .split(/\bas\b/)
            .at(-1)
            ?.trim(),
        ),
      );
      return `const absent = () => undefined;\nexport { ${[...declared, ...renamed].map((name) => `absent as ${name}`).join(', ')} };`;
    },
  };
}
