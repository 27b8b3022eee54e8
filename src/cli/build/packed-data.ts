import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';
import { writePacked } from './write-packed.ts';

/** A large table, and how the module that reads it waits for it. */
interface Table {
  /** The end of that module's path. */
  module: string;
  /** Path of the table itself, beside it; null if the module is nothing else. */
  from: string | null;
  /** What the table is as JSON. */
  data(exported: { default?: unknown } & Record<string, unknown>): unknown;
  /** The module's new text. `unpacked` is a promise of the table there. */
  rewrite(source: string): string;
}

/** A module whose default export becomes a promise: the importer awaits that. */
const whole = (module: string): Table => ({
  module,
  from: null,
  data: (exported) => exported.default,
  rewrite: () => 'export default unpacked;',
});

const BLOCKS = 0x1100;

/** Languages of `src/addons/sentiment_analysis/lexicons.ts`. */
const RATED_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'];

/** Languages of the interface but English: a reader needs one of four. */
const CATALOGUES = ['de', 'es', 'fr', 'it'];

const TABLES: Table[] = [
  ...CATALOGUES.map((code) => whole(`src/ui/texts/texts-${code}.json`)),
  whole('opencc-js/dist/esm-lib/dict/STPhrases.js'),
  whole('src/language/entities/names/english-words.json'),
  whole('src/language/entities/names/common-words.json'),
  whole('src/language/entities/names/name-lists.json'),
  ...RATED_LANGUAGES.map((code) => whole(`afinn-165-multilingual/build/AFINN-${code}.json`)),
  {
    module: 'any-ascii/any-ascii.js',
    from: 'block.js',
    // A function of the number of 256 letters, up to Unicode's last.
    data: ({ default: block }) =>
      typeof block === 'function' ? Array.from({ length: BLOCKS }, (_, number) => block(number)) : null,
    rewrite: (source) =>
      `${replaced(
        replaced(
          source,
          /import block from '\.\/block\.js';/,
          'let table = []; const block = (at) => table[at];',
        ),
        /export default function/,
        'function',
      )}\nexport default unpacked.then((rows) => { table = rows; return anyAscii; });`,
  },
  {
    module: 'eld/src/entries/dynamic.js',
    from: '../ngrams/extrasmall.js',
    data: ({ ngramsData }) => ngramsData,
    rewrite: (source) =>
      replaced(
        source,
        /import\('\.\.\/ngrams\/' \+ filename \+ '\.js'\)/,
        'unpacked.then((ngramsData) => ({ ngramsData }))',
      ),
  },
];

function replaced(source: string, what: RegExp, by: string): string {
  if (!what.test(source)) throw new Error(`There is no ${what} in the module of a packed table.`);
  return source.replace(what, by);
}

/**
 * Puts large tables into the app as gzipped JSON: as scripts they would be 3 MB of it, though few visits read them. The modules that read
 * them wait for a promise, not at their top level: a graph with such a module is built into a third more files.
 */
export function packedData(): Plugin {
  const helper = (path: string) => JSON.stringify(join(PROJECT_ROOT, path));
  return {
    name: 'earshot-packed-data',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const table = TABLES.find(({ module }) => id.endsWith(`/${module}`));
      if (!table) return null;
      const path = table.from === null ? id : join(dirname(id), table.from);
      const options = path.endsWith('.json') ? { with: { type: 'json' } } : undefined;
      const data = table.data(await import(pathToFileURL(path).href, options));
      const packed = writePacked(path, JSON.stringify(data));
      return {
        code: `
          import address from ${JSON.stringify(`${packed}?url`)};
          import { appAddress } from ${helper('src/lib/addresses/app-origin.ts')};
          import { fetchUnpacked } from ${helper('src/lib/bytes/fetch-unpacked.ts')};
          const unpacked = fetchUnpacked(appAddress(address)).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
          ${table.rewrite(readFileSync(id, 'utf8'))}`,
        moduleType: 'js',
        map: null,
      };
    },
  };
}
