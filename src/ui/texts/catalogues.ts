import type { Catalogue, InterfaceLanguage } from './texts.ts';

/** One chunk each: only a reader of a language loads it. */
export const catalogueOf = async (language: Exclude<InterfaceLanguage, 'en'>): Promise<Catalogue> =>
  (await import(`./texts-${language}.json`)).default;
