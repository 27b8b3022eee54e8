import { SERVICE_TEXTS } from './service-texts.ts';
import type { Catalogue, InterfaceLanguage, ShownTexts } from './texts.ts';

export const textsOf = async (
  language: Exclude<InterfaceLanguage, 'en'>,
): Promise<Pick<ShownTexts, 'catalogue' | 'serviceTexts'>> => ({
  // One chunk each: only a reader of a language loads it.
  catalogue: ((await import(`./texts-${language}.json`)) as { default: Catalogue }).default,
  serviceTexts: SERVICE_TEXTS,
});
