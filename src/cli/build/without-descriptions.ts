import type { Plugin } from 'vite';

/** Vocabularies of imports, whose rows say for maintainers what they are. */
const DESCRIBED = /\/src\/document\/import\/vocabulary\/(?:limits|marks|rewrites)\.json$/;

const NOTES: ReadonlySet<string> = new Set(['what', 'program']);

/** Takes the descriptions of rows out of data that the app loads. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  enforce: 'pre',
  transform(source, id) {
    if (!DESCRIBED.test(id)) return null;
    const rows = JSON.stringify(JSON.parse(source, (key, value) => (NOTES.has(key) ? undefined : value)));
    return { code: rows, map: { mappings: '' } };
  },
});
