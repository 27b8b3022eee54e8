import { SERVICE_TEXTS } from './service-texts.ts';
import type { Catalogue, InterfaceLanguage, ShownTexts } from './texts.ts';

/** One chunk each: nobody loads a language but who reads it. */
const catalogues: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./texts-de.json'),
  fr: () => import('./texts-fr.json'),
  es: () => import('./texts-es.json'),
  it: () => import('./texts-it.json'),
};

export const textsOf = async (
  language: keyof typeof catalogues,
): Promise<Pick<ShownTexts, 'catalogue' | 'serviceTexts'>> => ({
  catalogue: (await catalogues[language]()).default,
  serviceTexts: SERVICE_TEXTS,
});
