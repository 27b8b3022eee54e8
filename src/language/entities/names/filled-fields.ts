import type { NameCues } from './cue-tables.ts';
import { isAt } from './name-places.ts';
import type { NameReading } from './name-reading.ts';
import { phraseAt } from './phrase-table.ts';

/**
 * "Surname Entwistle, first name Doris": the number of words of what a form asks for, read out with a name behind it; 0 if none is.
 *
 * @param ended where the last name ended
 */
export function filledField(
  reading: NameReading,
  at: number,
  ended: number | undefined,
  { fields }: NameCues,
): number {
  const isNew = at === 0 || at === ended || reading.tokens[at - 1]?.endsPhrase === true;
  const count = isNew
    ? phraseAt(
        reading.tokens.map(({ whole }) => whole),
        at,
        fields,
      )
    : 0;
  return count > 0 && isAt(reading, at + count, 'field value') ? count : 0;
}
