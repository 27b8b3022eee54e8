import type { Plugin } from 'vite';

/** Vocabularies of imports, whose rows say for maintainers what they are. */
const DESCRIBED = /\/src\/document\/import\/vocabulary\/(?:limits|marks)\.json$/;

/** Takes the descriptions of rows out of data that the app loads. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  enforce: 'pre',
  transform: (source, id) =>
    DESCRIBED.test(id)
      ? JSON.stringify(JSON.parse(source, (key, value) => (key === 'what' ? undefined : value)))
      : null,
});
