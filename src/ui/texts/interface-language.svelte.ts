import {
  type Catalogue,
  type InterfaceLanguage,
  LANGUAGES,
  type ShownTexts,
  takeTextsFrom,
} from './texts.ts';

const STORED = 'earshot-language';

/** One chunk each: nobody loads a language but who reads it. */
const catalogues: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./texts-de.json'),
  fr: () => import('./texts-fr.json'),
  es: () => import('./texts-es.json'),
  it: () => import('./texts-it.json'),
};

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

async function show(language: InterfaceLanguage): Promise<void> {
  const catalogue = language === 'en' ? {} : (await catalogues[language]()).default;
  shown = { language, catalogue };
  document.documentElement.lang = language;
}

/** Shows all texts in a language at once, and from now on; null follows the browser. Throws if it cannot be loaded. */
export async function chooseLanguage(language: InterfaceLanguage | null): Promise<void> {
  if (language) localStorage.setItem(STORED, language);
  else localStorage.removeItem(STORED);
  await show(language ?? browserLanguage());
}

const browserLanguage = () => navigator.languages.map(known).find((language) => language) ?? 'en';

/** Calls `draw` once the texts are there: at once for English, which needs nothing loaded, and in English if loading fails. */
export function withTexts(draw: () => void): void {
  takeTextsFrom(() => shown);
  const language = chosenLanguage() ?? browserLanguage();
  if (language === 'en') draw();
  else void show(language).catch(console.error).then(draw);
}
