import { interfaceLanguage, translate } from '../texts/texts.ts';

/** Names that some browsers lack or have under another code than the models. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = { ba: 'Bashkir', bo: 'Tibetan', jw: 'Javanese' };

const names = new Map<string, Intl.DisplayNames>();

/** Names of languages in a language; undefined for those that the browser lacks. */
export function namesIn(language: string): Intl.DisplayNames {
  const made = names.get(language) ?? new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  names.set(language, made);
  return made;
}

/** `German`, in the language of the interface, or the code if it has no known name. */
export function languageName(code: string): string {
  const own = ENGLISH_NAMES[code];
  return own ? translate(own) : (namesIn(interfaceLanguage()).of(code) ?? code);
}
