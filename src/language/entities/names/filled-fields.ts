import type { NameCues } from './cue-tables.ts';
import type { NameReading } from './name-reading.ts';
import { phraseAt } from './phrase-table.ts';

/** Shorter unknown words are no names there: "nom de". */
const LEAST_LETTERS = 4;

/**
 * "Surname Entwistle, first name Doris": what stands in a form, read out.
 *
 * @param ended where the last name ended
 */
export function isFilledField(
  { tokens, kinds, cased, language }: NameReading,
  at: number,
  ended: number | undefined,
  { fields }: NameCues,
): boolean {
  const isNew = at === 0 || at === ended || tokens[at - 1]?.endsPhrase === true;
  const count = isNew ? phraseAt(tokens.map(({ whole }) => whole).slice(at, at + 4), 0, fields) : 0;
  const token = tokens[at + count];
  const kind = kinds[at + count];
  if (count === 0 || !token || kind === 'function') return false;
  if (cased) return token.isCapital && !(language === 'de' && kind === 'word');
  return kind === 'name' || kind === 'wordName' || (kind === 'unknown' && token.key.length >= LEAST_LETTERS);
}
