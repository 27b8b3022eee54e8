import { isAt } from './name-places.ts';
import type { NameReading } from './name-reading.ts';

/**
 * Whether a word that may be a name is one by what it does: "Drew drew a picture", "April and May went home", "Is April
 * there?".
 */
export const isSubject = (reading: NameReading, from: number, to: number): boolean =>
  to - from === 1 &&
  (isAt(reading, from, 'subject') ||
    (isAt(reading, from, 'joined subject') && isSubject(reading, from + 2, from + 3)));
