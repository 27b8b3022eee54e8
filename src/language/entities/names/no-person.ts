import { withWords, wordClass } from '../../cues/cues.ts';
import type { NameReading } from './name-reading.ts';

/** "je suis", "es", "ich bin": what somebody or something is follows. */
const IS = withWords('^<somebody is>$');
const I_AM = withWords('^<i am>$');

/** People of a place, by the ends of words that are in no list of names: "marseillais", "siciliana", "madrileño". */
const OF_PLACE: Readonly<Record<string, RegExp>> = {
  fr: /(?:[ao]ise?|ien(?:ne)?)$/,
  it: /(?:an[oa]|ese)$/,
  es: /(?:en[oa]|an[oa]|esa)$/,
  de: /^deutscher?$|(?:burger|dorfer|furter|heimer|ianer|lander|munchner|aachener|dresdner|kolner)(?:in)?$/,
  pt: /(?:eir[oa]|an[oa]|ense|esa)$/,
  nl: /(?:lander|dammer|burger)$/,
};

const SIGN = wordClass('zodiacSign');

/** Towns by which people are called, too. */
const TOWN = withWords('^<town as name>$');

/**
 * Whether a word alone behind "c'est", "soy" or "ich bin" is a place, a brand, a sign or where somebody is from: "C'est Paris", "Sono
 * Capricorno", "Ich bin Berliner".
 */
export function isNoPerson({ tokens, kinds, given, things, language }: NameReading, at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1]?.whole ?? '';
  if (!token || (!token.endsPhrase && tokens[at + 1]?.isCapital === true)) return false;
  if (things[at]) return true;
  if (language === 'en' || !IS.test(before)) return false;
  if (SIGN.has(token.key) || (TOWN.test(token.key) && !I_AM.test(before))) return true;
  if (given[at] || !I_AM.test(before)) return false;
  const isUnlisted = kinds[at] === 'unknown' || kinds[at] === 'word';
  return (
    wordClass('people of a place', language).has(token.key) ||
    (isUnlisted && OF_PLACE[language]?.test(token.key) === true)
  );
}
