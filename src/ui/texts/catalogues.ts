import type { Catalogue, InterfaceLanguage } from './texts.ts';

/** One file each: only a reader of a language loads it. In the built app a promise (src/cli/build/packed-data.ts). */
export const catalogueOf = async (language: Exclude<InterfaceLanguage, 'en'>): Promise<Catalogue> =>
  (await import(`./texts-${language}.json`)).default;
