import { CUE_LANGUAGES, wordClass } from '../cues/cues.ts';

/** How letters are called where the name is no other word, by transcription language code; folded. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [
    language,
    Object.fromEntries([...wordClass('letterName', language)].map((pair) => pair.split('=').reverse())),
  ]),
);
/** Words that people spell with, by the letter that they begin with: those of radio, in every language, and the German ones. */
const ALPHABET = wordClass('spellingWord', 'any');
/** Names that are words, too: only between two spelled names. */
const WORDS = wordClass('letterNameThatIsWord');
/** Single letters that are no words. */
const CONSONANT = /^[b-df-hj-np-tv-xz]$/;

/** The letter that a word of the radio alphabet or of the language's own represents, or which it is; null for other words. */
export const spelledLetter = (word: string, language: string): string | null =>
  /^\p{L}$/u.test(word) || isInAlphabet(word, language) || wordClass('nameSpellingWord', language).has(word)
    ? (word[0] ?? null)
    : null;

const isInAlphabet = (word: string, language: string): boolean =>
  ALPHABET.has(word) || wordClass('spellingWord', language).has(word);

const PREPOSITIONS = wordClass('letterNameThatIsPreposition');
const isLetterName = (text: string | undefined, language: string): boolean =>
  text !== undefined && (CONSONANT.test(text) || NAMES[language]?.[text] !== undefined);

const isSpelled = (text: string | undefined, language: string): boolean =>
  text !== undefined && (/^(?:\p{L}|\p{N}+)$/u.test(text) || NAMES[language]?.[text] !== undefined);

/**
 * The letter that a word is the name of, among digits and other letters; null if it is none.
 *
 * @param isNumber whether the words before and after are part of a number
 */
export function namedLetter(
  word: string,
  beside: readonly [before: string | undefined, after: string | undefined],
  isNumber: readonly [before: boolean, after: boolean],
  language: string,
): string | null {
  if (isInAlphabet(word, language)) {
    const isRun = beside.some(
      (text = '', at) =>
        // "twelfth of November, two thousand three"
        (isNumber[at] === true && word !== 'november') ||
        CONSONANT.test(text) ||
        isInAlphabet(text, language),
    );
    return isRun ? (word[0] ?? null) : null;
  }
  const letter = NAMES[language]?.[word];
  if (letter === undefined) return null;
  const spelled = beside.map((text, at) => isNumber[at] === true || isSpelled(text, language));
  if (PREPOSITIONS.has(word) && !isLetterName(beside[0], language)) return null;
  // "cuatro siete be ce de"
  const isLast = spelled[0] === true && !isNumber[0] && beside[1] === undefined;
  return (WORDS.has(word) ? isLast || spelled.every(Boolean) : spelled.some(Boolean)) ? letter : null;
}

/** Whether a word may be the name of a letter. */
export const mayNameLetter = (word: string, language: string): boolean =>
  NAMES[language]?.[word] !== undefined || isInAlphabet(word, language);
