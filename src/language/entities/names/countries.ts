import { nameKey } from './known-words.ts';

const named = new Map<string, ReadonlySet<string>>();

/** The countries' names in a language. */
export function countries(language: string): ReadonlySet<string> {
  const known = named.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = new Set(letters.flatMap((a) => letters.flatMap((b) => nameKey(names.of(a + b) ?? '') || [])));
  named.set(language, all);
  return all;
}
