import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Left out of zod: schemas described as JSON Schema, and the search of those that contain themselves. Left out of hono: mounted apps, read forms. */
const UNNEEDED =
  /\/zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$|\/hono\/dist\/utils\/(mount|body)\.js$/;

/** The formats of text as methods of `z.string()`, each of which brings its class: `z.url()` and its like remain. */
const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const FORMAT_METHOD =
  /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},\n/gm;

/** An object that is parsed by code made for it: `jitless` in `src/lib/zod.ts` forbids that, and then this is the same. */
const COMPILED_OBJECT = /\$ZodObjectJIT\b/g;

/** Packages by which jsPDF makes pictures of pages, from HTML and SVG. */
const PICTURES = ['canvg', 'dompurify', 'html2canvas'];
const ABSENT = '\0absent-picture-maker';

/**
 * Leaves out of what browsers load: 18 kB that write JSON Schema, to which every zod schema refers and which only the build needs, for
 * `/v2/openapi.json`; the formats of text that no schema has; 6 kB that write code for objects, which the content policy forbids; 3
 * kB for schemas that contain themselves, of which there are none; 3 kB of hono for apps inside apps and for its
 * own reading of forms, which would hold an upload in memory; 400 kB of jsPDF that draw web pages. In the built app `toJSONSchema()` does nothing.
 */
export function withoutExtras(): Plugin {
  return {
    name: 'earshot-without-extras',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return PICTURES.includes(source) && importer?.includes('/node_modules/jspdf/') ? ABSENT : null;
    },
    load(id) {
      if (id === ABSENT) return 'export default undefined;';
      const isSchemas = SCHEMAS.test(id);
      if (!UNNEEDED.test(id) && !isSchemas) return null;
      const source = readFileSync(id, 'utf8');
      if (isSchemas) return without(COMPILED_OBJECT, without(FORMAT_METHOD, source), '$ZodObject');
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

/** Throws Error where another version of zod is written otherwise: the files would grow without a word. */
function without(part: RegExp, source: string, instead = ''): string {
  const rest = source.replaceAll(part, () => instead);
  if (rest.length === source.length) throw new Error(`There is no ${part} in zod.`);
  return rest;
}
