import { NATIVE_LANGUAGE_NAMES } from './native-language-names.ts';

/** Names that some browsers lack or know under another code than the models. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = { ba: 'Bashkir', bo: 'Tibetan', jw: 'Javanese' };

const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** `German`, or the code if it has no known name. */
export const languageName = (code: string): string => ENGLISH_NAMES[code] ?? english.of(code) ?? code;

function nativeName(code: string): string | undefined {
  const listed = NATIVE_LANGUAGE_NAMES[code];
  if (listed || Intl.DisplayNames.supportedLocalesOf(code).length === 0) return listed;
  return new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
}

/** `German · Deutsch`; one name if both are the same. */
export function languageLabel(code: string): string {
  const name = languageName(code);
  const own = nativeName(code);
  return own && own.toLowerCase() !== name.toLowerCase() ? `${name} · ${own}` : name;
}
