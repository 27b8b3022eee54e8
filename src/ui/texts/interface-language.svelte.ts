import { directionOf, type InterfaceLanguage, LANGUAGES, type ShownTexts, takeTextsFrom } from './texts.ts';

export const STORED = 'earshot-language';

let shown = $state.raw<ShownTexts>({ language: 'en', catalogue: {} });

const known = (tag: string | null) => LANGUAGES.find((language) => language === tag?.slice(0, 2));

/** Null where storage is denied or nothing was chosen: the browser's languages decide. */
export function chosenLanguage(): InterfaceLanguage | null {
  try {
    return known(localStorage.getItem(STORED)) ?? null;
  } catch {
    return null;
  }
}

/** Shows all texts in a language. Throws if it cannot be loaded. */
export async function show(language: InterfaceLanguage): Promise<void> {
  const catalogue = language === 'en' ? {} : await (await import('./catalogues.ts')).catalogueOf(language);
  shown = { language, catalogue };
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export const browserLanguage = () => navigator.languages.map(known).find((language) => language) ?? 'en';

/** Calls `draw` once the texts are there: at once for English, which needs nothing loaded, and in English if loading fails. */
export function withTexts(draw: () => void): void {
  takeTextsFrom(() => shown);
  const language = chosenLanguage() ?? browserLanguage();
  if (language === 'en') draw();
  else void show(language).catch(console.error).then(draw);
}
