/** The languages of the interface. English is the language of the sources: its texts are in them. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;
export type InterfaceLanguage = (typeof LANGUAGES)[number];

/**
 * English text → text, with the same `{0}` for values and `<0>…</0>` for what is around or within the text. A text that depends on
 * a number has its forms in lines, one for each plural category of the language in Unicode's order (zero, one, two, few, many, other); the
 * last one is for the categories without a line. An empty text is shown in English.
 */
export type Catalogue = Readonly<Record<string, string>>;

export interface ShownTexts {
  language: InterfaceLanguage;
  catalogue: Catalogue;
}

/** Languages of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

let shown = (): ShownTexts => ({ language: 'en', catalogue: {} });

/** Makes all texts come from `source`, which is read anew for each. */
export function takeTextsFrom(source: () => ShownTexts): void {
  shown = source;
}

export const interfaceLanguage = (): InterfaceLanguage => shown().language;

const lookUp = (english: string): string => shown().catalogue[english] || english;

/** What `src/cli/interface-texts.ts` puts in the place of each text: the text with its values. */
export const interfaceText = (english: string, values?: readonly unknown[]): string =>
  values ? lookUp(english).replace(/\{(\d+)\}/g, (_, index) => String(values[index] ?? '')) : lookUp(english);

/** A text that is known only at run time, such as an option's name. Texts that no catalogue has remain as they are. */
export const translate = lookUp;

/** A label as it is within a sentence: German keeps its capitals. */
export const inSentence = (label: string): string =>
  interfaceLanguage() === 'de' ? label : label.toLowerCase();
