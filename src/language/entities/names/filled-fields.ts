import type { NameCues } from './cue-tables.ts';
import type { NameReading } from './name-reading.ts';
import { phraseAt } from './phrase-table.ts';

/** Shorter unknown words are no names there: "nom de". */
const LEAST_LETTERS = 4;

/**
 * "Surname Entwistle, first name Doris": the number of words of what a form asks for, read out with a name behind it; 0 if none is.
 *
 * @param words the tokens' own, whole
 * @param ended where the last name ended
 */
export function filledField(
  { tokens, kinds, cased, language }: NameReading,
  words: readonly string[],
  at: number,
  ended: number | undefined,
  { fields }: NameCues,
): number {
  const isNew = at === 0 || at === ended || tokens[at - 1]?.endsPhrase === true;
  const count = isNew ? phraseAt(words, at, fields) : 0;
  const token = tokens[at + count];
  const kind = kinds[at + count];
  if (count === 0 || !token || kind === 'function') return 0;
  const isKnown = kind === 'name' || kind === 'wordName';
  const isName = cased
    ? token.isCapital && !(language === 'de' && kind === 'word')
    : isKnown || (kind === 'unknown' && token.key.length >= LEAST_LETTERS);
  return isName ? count : 0;
}
