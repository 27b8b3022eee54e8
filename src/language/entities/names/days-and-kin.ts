import { withWords, wordClass } from '../../cues/cues.ts';
import type { NameKind } from './name-kinds.ts';
import type { NameToken } from './name-tokens.ts';

/** Days of the year, by which people are called, too. */
const HOLIDAY = wordClass('holiday');
/** Whoever is called so, it is no name. */
const KIN = wordClass('kin');
const I_AM = withWords('^<i am called>$');

/** "Joyeux Noël", "Danke Mama": what a word is that is no name where it is. */
export function dayOrKin(tokens: readonly NameToken[], at: number): NameKind | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (KIN.has(token.whole)) return 'function';
  // "Noël Dupont"
  const goesOn = !token.endsPhrase && tokens[at + 1]?.isCapital === true;
  const isDay = HOLIDAY.has(token.key) && !goesOn && !I_AM.test(tokens[at - 1]?.whole ?? '');
  return isDay ? 'rareName' : undefined;
}
