import type { Catalogue, InterfaceLanguage } from './texts.ts';

/** One chunk each: nobody loads a language but who reads it. */
const catalogues: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./texts-de.json'),
  fr: () => import('./texts-fr.json'),
  es: () => import('./texts-es.json'),
  it: () => import('./texts-it.json'),
};

export const catalogueOf = async (language: keyof typeof catalogues): Promise<Catalogue> =>
  (await catalogues[language]()).default;
