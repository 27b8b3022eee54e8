import { SENTENCE_PAUSE } from '../../../transcript/split-utterances.ts';
import type { RecognisedWord } from '../../asr-engine.ts';

const FIRST_PERSON = /^\s*i(?:['’](?:m|d|ll|ve|s))?$/;

const capitalised = (word: string): string =>
  word.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase('en'));

/**
 * Makes upper-case English readable: lower case, with a capital for "I" and its contractions, for the first word, and
 * for the first word after a pause that starts a new utterance. Names remain in lower case and no punctuation is
 * guessed; the punctuation add-on does that.
 *
 * @param words in seconds of the file, so that pauses are real
 */
export function readableCase(words: readonly RecognisedWord[]): RecognisedWord[] {
  return words.map((word, index) => {
    const before = words[index - 1];
    const lower = word.word.toLocaleLowerCase('en');
    const begins = !before || word.start - before.end >= SENTENCE_PAUSE;
    return { ...word, word: begins || FIRST_PERSON.test(lower) ? capitalised(lower) : lower };
  });
}
