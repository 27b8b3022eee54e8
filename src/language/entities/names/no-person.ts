import { wordClass } from '../../cues/cues.ts';
import type { NameReading } from './name-reading.ts';

/** "je suis", "es", "ich bin": what somebody or something is follows. */
const IS = /^(?:suis|c'est|est|sono|e|soy|es|bin|ist|sou|ben|is)$/;
const I_AM = /^(?:suis|sono|soy|bin|sou|ben)$/;

/** People of a place, by the ends of words that are in no list of names: "marseillais", "siciliana", "madrileño". */
const OF_PLACE: Readonly<Record<string, RegExp>> = {
  fr: /(?:[ao]ise?|ien(?:ne)?)$/,
  it: /(?:an[oa]|ese)$/,
  es: /(?:en[oa]|an[oa]|esa)$/,
  de: /^deutscher?$|(?:burger|dorfer|furter|heimer|ianer|lander|munchner|aachener|dresdner|kolner)(?:in)?$/,
  pt: /(?:eir[oa]|an[oa]|ense|esa)$/,
  nl: /(?:lander|dammer|burger)$/,
};

/** These are family names, too, by which nobody says who they are: "ich bin Schweizer". */
const PEOPLE: Readonly<Record<string, RegExp>> = {
  fr: /^(?:breton|normand|picard|lorrain|basque|flamand)$/,
  es: /^(?:espanol|frances|gallego|vasco|navarro)$/,
  de: /^(?:schweizer|franke|bayer|schwabe|sachse|hesse|wiener|bremer|berliner|hamburger)$/,
  pt: /^(?:carioca|frances|ingles)$/,
};

const SIGN = wordClass('zodiacSign');

/** Towns by which people are called, too. */
const TOWN = /^(?:roma|milano|napoli|venezia|firenze|torino|marseille|sevilla|valencia|zaragoza)$/;

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
    PEOPLE[language]?.test(token.key) === true || (isUnlisted && OF_PLACE[language]?.test(token.key) === true)
  );
}
