import { deu, eng, fra, ita, nld, por, spa } from 'stopword';
import { memoised } from '../../../lib/memoised.ts';
import { cuePhrases, withWords, wordClass } from '../../cues/cues.ts';
import everydayWords from './everyday-words.json' with { type: 'json' };
import { type KnownWords, nameKey } from './known-words.ts';
import type { NameToken } from './name-tokens.ts';

/**
 * What a word may be: `function` words and contractions are never part of a name; a `name` is in the lists and no
 * ordinary word, a `wordName` is in them and one ("grace"); a `rareName` is a word, month or season first ("will"); `proper` is
 * written with a capital but no known name, or a name only beside one ("knight").
 */
export type NameKind = 'function' | 'name' | 'wordName' | 'rareName' | 'proper' | 'word' | 'unknown';

const STOP_LISTS: Record<string, string[]> = {
  en: eng,
  fr: fra,
  de: deu,
  es: spa,
  it: ita,
  pt: por,
  nl: nld,
};
const CUES = ['name', 'greeting', 'title', 'doctor', 'question', 'field'] as const;
/** Among them are all words of the cues, which are part of no name. */
const stopWords = memoised((language: string): ReadonlySet<string> => {
  const cues = CUES.flatMap((kind) => cuePhrases(language, kind)).flatMap((phrase) => phrase.split(' '));
  const listed = (STOP_LISTS[language] ?? []).map(nameKey);
  return new Set([...listed, ...cues, ...wordClass('answerOpening', language)]);
});

const CONTRACTED = /n't$|'(?:m|re|ll|ve|d)$/;
/** Forms of address, fillers and the like, which are where names are. */
const NEVER = wordClass('never a name');

/** Programs: nobody is called so. */
const PRODUCTS = wordClass('product');

/**
 * Returns what a word of a language may be.
 *
 * @param cased whether names have capitals here
 */
export function nameKinds(
  language: string,
  known: KnownWords,
  cased: boolean,
): (token: NameToken) => NameKind {
  const stop = stopWords(language);
  const isEnglish = language === 'en';
  const elides = language === 'fr' || language === 'it';
  const isSaid = (word: string) =>
    stop.has(word) || known.isOrdinary(word, language) || known.isCommon(word, language);
  return ({ key, whole, isCapital, startsSentence }) => {
    if (
      key === '' ||
      (!cased && key.length === 1) ||
      NEVER.has(whole) ||
      PRODUCTS.has(whole) ||
      CONTRACTED.test(whole) ||
      (elides && !(cased && isCapital && !startsSentence) && isElidedTalk(whole, known, isSaid))
    )
      return 'function';
    if (known.isRareName(key) && (isEnglish || stop.has(key))) return 'rareName';
    if (stop.has(key) || stop.has(whole)) return 'function';
    // With capitals, the word itself shows whether it is one.
    if (!cased && known.isOrdinary(key, language)) return 'wordName';
    if (isEnglish) return englishKind(key, known);
    if (isListed(key, known)) return 'name';
    // In German, nouns have capitals, too.
    return (!cased || language === 'de') && isCommon(key, language, known) ? 'word' : 'unknown';
  };
}

/** Letters of what begins and of what ends a compound: "Stadtverwaltung", but not "Lindenberg". */
const LEAST_OF_COMPOUND = [3, 5] as const;

/** "mi hijo se llama pablo y tiene fiebre"; also behind an elided article or pronoun, "j'appelle". */
function isCommon(key: string, language: string, known: KnownWords): boolean {
  const own = key.replace(/^\p{L}+'/u, '');
  const [begins, ends] = LEAST_OF_COMPOUND;
  const last = language === 'de' ? Math.max(own.length - begins - ends + 1, 0) : 0;
  const compounds = Array.from({ length: last }, (_, index) => own.slice(begins + index));
  return [own, ...compounds].some((word) => known.isCommon(word, language));
}

const isListed = (key: string, known: KnownWords): boolean =>
  [key, ...key.split('-')].some((part) => known.isGiven(part) || known.isFamily(part));

function englishKind(key: string, known: KnownWords): NameKind {
  const isWord = key.split('-').every((part) => known.isEnglish(part));
  if (known.isWordGiven(key)) return 'wordName';
  if (isListed(key, known)) return isWord && !known.isSureName(key) ? 'wordName' : 'name';
  if (isWord) return known.isWordFamily(key) ? 'proper' : 'word';
  return known.isProper(key) ? 'proper' : 'unknown';
}

/** These begin names, too: "N'Diaye", "M'Barek", "D'Amico", "Sant'Angelo", "O'Brien". */
const BEGINS_NAMES = /^(?:[ndmok]|sant)'(?=\p{L})/u;
const PHRASES = wordClass('elided phrase');
const ELIDED = /^\p{L}+'(?=\p{L})/u;

/** Whether a French or Italian word with an elision is part of no name: "j'ai", "d'accord", "l'ascensore", "dell'officina". */
function isElidedTalk(key: string, known: KnownWords, isSaid: (word: string) => boolean): boolean {
  const own = key.replace(ELIDED, '');
  if (own === key) return false;
  if (PHRASES.has(key)) return true;
  if (isListed(key, known)) return false;
  if (BEGINS_NAMES.test(key)) return !isListed(key.replace("'", ''), known) && isSaid(own);
  return isSaid(own) || !isListed(own, known);
}

const verbEnding = memoised((language: string) =>
  wordClass('verb ending', language).size > 0 ? withWords('<own verb ending>$', 'u', language) : null,
);

/** Whether a word that is in no list of names is a verb by its form: "mi hijo pablo recogerá el paquete". */
export const isVerbForm = ({ key, said }: NameToken, language: string): boolean =>
  verbEnding(language)?.test(said) === true || wordClass('plain verb', language).has(key);

/** With a capital, these are mostly people. */
const NAMES_FIRST = wordClass('name first');
const EVERYDAY: Readonly<Record<string, string>> = everydayWords;
const dailyWords = memoised((language: string): ReadonlySet<string> => {
  const words = [...(EVERYDAY[language] ?? '').split(' '), ...wordClass('more daily')].map(nameKey);
  return new Set(words.filter((word) => !NAMES_FIRST.has(word)));
});

/**
 * Whether a word is said daily, also where people are called so: "Ça", "Está" and "Ora" have a capital at the start of a sentence, and are names without
 * their accents or elsewhere.
 */
export const isSaidDaily = (key: string, language: string, known: KnownWords): boolean =>
  dailyWords(language).has(key) || (language === 'de' && known.isOrdinary(key, language));
