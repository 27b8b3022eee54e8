import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { withWords, wordClass } from '../../cues/cues.ts';
import type { KnownWords } from './known-words.ts';
import { isSaidDaily, type NameKind, nameKinds } from './name-kinds.ts';
import { hasCapitals, type NameToken, nameTokens } from './name-tokens.ts';

/** Places of a name in an utterance's tokens; `to` is exclusive. */
export interface NameRange {
  from: number;
  to: number;
}

export interface NameReading {
  language: string;
  tokens: readonly NameToken[];
  kinds: readonly NameKind[];
  /** Whether people are called so. */
  given: readonly boolean[];
  /** Whether it is the name of something else, or said daily: "Netflix", "Paris", "Belge". */
  things: readonly boolean[];
  /** Whether a library found a place or an organisation there. */
  placed: readonly boolean[];
  /** Whether names have capitals here. */
  cased: boolean;
  /** Whether the ordinary words of the language are known. */
  hasDictionary: boolean;
  known: KnownWords;
}

/** Days of the year, by which people are called, too. */
const HOLIDAY = wordClass('holiday');
/** No names, even of a person who is called so. */
const KIN = wordClass('kin');
const I_AM = withWords('^<i am called>$');

/**
 * What the words of an utterance may be.
 *
 * @param isPlaced whether a library found a place or an organisation there
 */
export function readNames(
  utterance: Pick<Utterance, 'words'>,
  language: string,
  known: KnownWords,
  isPlaced: (at: number) => boolean = () => false,
): NameReading {
  const tokens = nameTokens(utterance);
  const cased = hasCapitals(tokens);
  const isEnglish = language === 'en';
  const given = tokens.map(({ key }) => known.isGiven(key));
  const kinds = tokens.map(nameKinds(language, known, cased)).map((kind, at) => {
    const { key = '', whole = '', endsPhrase = false, startsSentence = false } = tokens[at] ?? {};
    if (!isEnglish && KIN.has(whole)) return 'function';
    // "Joyeux Noël", but not "Noël Dupont"
    const goesOn = !endsPhrase && tokens[at + 1]?.isCapital === true;
    const isDay = HOLIDAY.has(key) && !goesOn && !I_AM.test(tokens[at - 1]?.whole ?? '');
    if (!isEnglish && isDay) return 'rareName';
    // "Attendez.", "Pardon ?": the capital of a word that begins a sentence says nothing.
    const isSaid = isSaidDaily(key, language, known) || (kind === 'unknown' && known.isCommon(key, language));
    const isFirst = cased && !isEnglish && startsSentence;
    return isFirst && isSaid && (kind === 'name' || kind === 'unknown') ? 'word' : kind;
  });
  const placed = tokens.map((_, at) => isPlaced(at));
  const things = tokens.map(({ key }, at) => {
    if (isEnglish) return placed[at] === true && kinds[at] !== 'name';
    return !given[at] && (known.isCommon(key, language) || (known.isProper(key) && !known.isFamily(key)));
  });
  return { language, tokens, kinds, given, things, placed, cased, hasDictionary: isEnglish, known };
}
