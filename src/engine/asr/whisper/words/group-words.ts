import { isWrittenWithoutSpaces } from '../languages/language-tokens.ts';
import type { TextUnit } from './token-text.ts';

/** What belongs to the following word: spaces, brackets, quotes, inverted marks, and dashes that start a line. */
const OPENS = /^\s*[\p{Ps}\p{Pi}¿¡"'\-–—]*$/u;

/** Marks and everything else without a letter, digit or symbol. */
const PUNCTUATION_ONLY = /^[\s\p{P}]+$/u;

/** Accents, vowel signs and tones attached to the preceding character. */
const COMBINES = /^[\p{M}\u200c\u200d]/u;

/** What is said one by one: digits and capitals, or small letters with marks between them. */
const SPELLED_END = /(?:\p{Nd}|\p{Lu})[^\p{L}\p{N}'’]*$/u;
const SPELLED_START = /^[^\p{L}\p{N}\s'’]*(?:\p{Nd}|\p{Lu})/u;
const SMALL_LETTER_END = /(?<!\p{L})\p{L}[-–.,]+$/u;
const SMALL_LETTER_START = /^\p{L}(?![\p{L}\p{M}])/u;

const LATIN_START = /^[\p{Script=Latin}\p{Nd}]/u;
const LATIN_END = /[\p{Script=Latin}\p{Nd}]$/u;

/**
 * Groups characters into words. In languages with spaces, a word is what is between two of them, including its
 * punctuation and apostrophes ("aujourd'hui" is one). In others every character is a word, as in the reference
 * implementation, but runs of Latin letters and digits remain together. Joined, the words are the text again.
 *
 * Letters and digits of one word ("W-X-3", "0793") may be said one by one, with pauses: each is a part of its own here, as far as it has
 * tokens of its own.
 */
export function groupWords(units: readonly TextUnit[], language: string): TextUnit[] {
  const begins = isWrittenWithoutSpaces(language) ? beginsCharacter : beginsSpacedWord;
  const words: TextUnit[] = [];
  for (const unit of units) {
    const last = words.at(-1);
    if (last && !begins(last.text, unit.text)) words[words.length - 1] = joined(last, unit);
    else words.push({ ...unit });
  }
  return attachPunctuation(words);
}

function beginsSpacedWord(before: string, text: string): boolean {
  return /^\s/.test(text) || goesOnSpelling(before, text);
}

/** Whether a part of a word that is spelled follows another one. */
export function goesOnSpelling(before: string, text: string): boolean {
  return (
    (SPELLED_END.test(before) && SPELLED_START.test(text)) ||
    (SMALL_LETTER_END.test(before) && SMALL_LETTER_START.test(text))
  );
}

/** Whether a further part may follow, so that the word has perhaps not ended. */
export const mayGoOnSpelling = (text: string): boolean =>
  SPELLED_END.test(text) || SMALL_LETTER_END.test(text);

function beginsCharacter(before: string, text: string): boolean {
  if (/^\s/.test(text)) return true;
  if (COMBINES.test(text)) return false;
  return !(LATIN_END.test(before) && LATIN_START.test(text));
}

/** Isolated marks join the following word if they open something, otherwise the preceding one. */
function attachPunctuation(words: readonly TextUnit[]): TextUnit[] {
  const attached: TextUnit[] = [];
  let opening: TextUnit | null = null;
  for (const word of words) {
    const whole: TextUnit = opening ? joined(opening, word) : word;
    opening = null;
    const before = attached.at(-1);
    if (!PUNCTUATION_ONLY.test(word.text)) attached.push(whole);
    else if (!before || (OPENS.test(word.text) && word !== words.at(-1))) opening = whole;
    else attached[attached.length - 1] = joined(before, whole);
  }
  if (opening) {
    const before = attached.pop();
    attached.push(before ? joined(before, opening) : opening);
  }
  return attached;
}

function joined(first: TextUnit, second: TextUnit): TextUnit {
  return { text: first.text + second.text, from: first.from, to: second.to };
}
