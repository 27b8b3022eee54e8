import { withWords } from '../../cues/cues.ts';
import { readSpelled } from '../inverse-normalise.ts';
import { spelledLetter } from '../letter-names.ts';
import type { NameRange, NameReading } from './name-reading.ts';
import type { NameToken } from './name-tokens.ts';

/** Single letters of a spelled name. */
const LEAST_LETTERS = 3;
const TWICE = withWords('^<twice>$');

/** Letters that a name is spelled with, and the words they take: "double l", "b as in boy", "x ray". */
function lettersAt(
  tokens: readonly NameToken[],
  at: number,
  language: string,
): { letters: string; count: number } | null {
  const wordAt = (place: number) => tokens[place]?.whole ?? '';
  if (TWICE.test(wordAt(at))) {
    const letter = spelledLetter(wordAt(at + 1), language);
    return letter === null ? null : { letters: letter + letter, count: 2 };
  }
  const letters = spelledLetter(wordAt(at), language);
  if (letters === null) return null;
  if (wordAt(at) === 'x' && wordAt(at + 1) === 'ray') return { letters, count: 2 };
  const linked = readSpelled([letters, wordAt(at + 1), wordAt(at + 2), wordAt(at + 3)]);
  return { letters, count: linked?.tokens ?? 1 };
}

/**
 * Letters said one by one, by an alphabet of words, or joined by hyphens: "P R I Y A".
 *
 * @param isName whether letters are a name that is spelled from this token on
 */
export function spelledNames(
  { tokens, language }: NameReading,
  isName: (joined: string, from: number) => boolean,
): NameRange[] {
  const found: NameRange[] = [];
  for (let from = 0; from < tokens.length; ) {
    let joined = '';
    let to = from;
    for (let next = lettersAt(tokens, to, language); next; next = lettersAt(tokens, to, language)) {
      joined += next.letters;
      to += next.count;
    }
    if (joined.length >= LEAST_LETTERS && isName(joined, from)) found.push({ from, to });
    const { whole = '' } = tokens[to] ?? {};
    if (/^\p{L}(?:-\p{L}){2,}$/u.test(whole) && isName(whole.replaceAll('-', ''), to))
      found.push({ from: to, to: to + 1 });
    from = to + 1;
  }
  return found;
}
