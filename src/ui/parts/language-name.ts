import { interfaceLanguage, translate } from '../texts/texts.ts';
import { NATIVE_LANGUAGE_NAMES } from './native-language-names.ts';

/** Names that some browsers lack or know under another code than the models. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = { ba: 'Bashkir', bo: 'Tibetan', jw: 'Javanese' };

const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string): Intl.DisplayNames {
  const made = names.get(language) ?? new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  names.set(language, made);
  return made;
}

/** `German`, in the language of the interface, or the code if it has no known name. */
export function languageName(code: string): string {
  const own = ENGLISH_NAMES[code];
  return own ? translate(own) : (namesIn(interfaceLanguage()).of(code) ?? code);
}

function nativeName(code: string): string | undefined {
  const listed = NATIVE_LANGUAGE_NAMES[code];
  if (listed || Intl.DisplayNames.supportedLocalesOf(code).length === 0) return listed;
  return namesIn(code).of(code);
}

/** `German · Deutsch`; one name if both are the same. */
export function languageLabel(code: string): string {
  const name = languageName(code);
  const own = nativeName(code);
  return own && own.toLowerCase() !== name.toLowerCase() ? `${name} · ${own}` : name;
}
