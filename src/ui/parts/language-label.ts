import { interfaceLanguage } from '../texts/texts.ts';
import { languageName, namesIn } from './language-name.ts';
import { NATIVE_LANGUAGE_NAMES } from './native-language-names.ts';

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

/** Languages with their labels, in the order of these, for a list to choose from. */
export const labelled = <Code extends string>(codes: readonly Code[]): { code: Code; label: string }[] =>
  codes
    .map((code) => ({ code, label: languageLabel(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, interfaceLanguage()));
