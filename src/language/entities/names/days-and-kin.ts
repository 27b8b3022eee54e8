import type { NameKind } from './name-kinds.ts';
import type { NameToken } from './name-tokens.ts';

/** Days of the year, by which people are called, too. */
const HOLIDAY =
  /^(?:natale|noel|paques|navidad(?:es)?|pascuas?|pasqua|ostern|weihnacht(?:en)?|pfingsten|befana|epifania|ferragosto|toussaint|pentecote|carnevale|carnaval)$/;
/** Whoever is called so, it is no name. */
const KIN =
  /^(?:mama|papa|mami|papi|papy|mamie|maman|mamma|babbo|omi|oma|opi|opa|mutti|vati|nonn[ao]|abuel(?:it)?[ao]|yaya)$/;
const I_AM = /^(?:suis|bin|soy|sono|appelle)$/;

/** "Joyeux Noël", "Danke Mama": what a word is that is no name where it stands. */
export function dayOrKin(tokens: readonly NameToken[], at: number): NameKind | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (KIN.test(token.whole)) return 'function';
  // "Noël Dupont"
  const goesOn = !token.endsPhrase && tokens[at + 1]?.isCapital === true;
  const isDay = HOLIDAY.test(token.key) && !goesOn && !I_AM.test(tokens[at - 1]?.whole ?? '');
  return isDay ? 'rareName' : undefined;
}
