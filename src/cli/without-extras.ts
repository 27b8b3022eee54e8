import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Of zod: what describes schemas as JSON Schema, and follows those that contain themselves. Of hono: mounted apps, read forms. */
const UNNEEDED =
  /\/zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$|\/hono\/dist\/utils\/(mount|body)\.js$/;

/**
 * Leaves out of what browsers load: 18 kB that write JSON Schema, to which every zod schema refers and which only the build needs, for
 * `/v2/openapi.json`; 3 kB for schemas that contain themselves, of which there are none; 3 kB of hono for apps inside apps and for its
 * own reading of forms, which would hold an upload in memory. In the built app `toJSONSchema()` does nothing.
 */
export function withoutExtras(): Plugin {
  return {
    name: 'earshot-without-extras',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!UNNEEDED.test(id)) return null;
      const source = readFileSync(id, 'utf8');
      const declared = [...source.matchAll(/^export (?:const|function|class) ([\w$]+)/gm)].map(
        ([, name]) => name,
      );
      const renamed = [...source.matchAll(/^export \{ (.+) \};/gm)].flatMap(([, list]) =>
        (list ?? '').split(',').map((item) =>
          item
            .split(/\bas\b/)
            .at(-1)
            ?.trim(),
        ),
      );
      return `function absent() {}\nexport { ${[...declared, ...renamed].map((name) => `absent as ${name}`).join(', ')} };`;
    },
  };
}
