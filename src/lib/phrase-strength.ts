/** Guesses that a phrase withstands, as a power of two: with a slow derivation of its key, out of reach of many machines. */
export const ENOUGH_BITS = 45;
const SHORTEST = 12;
/** Characters that are looked at. */
const LOOKED_AT = 256;

/** Why a phrase is too easy to guess. */
export type PhraseWeakness = 'short' | 'repeats' | 'few-words';

/** Runs of neighbours in alphabets and on keyboards. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '01234567890',
];
const LONGEST_CHANCE_RUN = 2;
const LONGEST_CHANCE_REPEAT = 3;

/** Bits of what is guessed first, and of the words that join others. */
const COMMON_BITS = 3;
const COMMON = new Set(
  (
    'password passwort passwd secret geheim admin administrator welcome willkommen bienvenue login letmein master dragon monkey ' +
    'qwerty azerty iloveyou sunshine princess football hello hallo bonjour test testing team pool phrase earshot nats broker ' +
    'office a an the and or not but of in on at to is are was be it this that my your our we you i der die das und oder nicht ein ' +
    'eine ist in im am zu mein wir ich le la les un une et ou de du des est dans mon je el los las y o es en mi il lo gli e di che'
  ).split(' '),
);

const LETTER_BITS = Math.log2(26);
const DIGIT_BITS = Math.log2(10);
/** A letter of Chinese, Japanese or Korean. */
const GLYPH_BITS = 6;
const GLYPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const SIGN_BITS = 2;
/** Letters of a word follow from those before: what the first ones say, and each. */
const WORD_BITS = 6;
const NEXT_LETTER_BITS = 1.2;

const normalized = (phrase: string) => [...phrase.normalize('NFKC').trim()].slice(0, LOOKED_AT).join('');

/** Why a phrase is too easy to guess; null for one that is not. */
export function weaknessOf(phrase: string): PhraseWeakness | null {
  if ([...normalized(phrase)].length < SHORTEST) return 'short';
  const { bits, predictable } = estimate(phrase);
  if (bits >= ENOUGH_BITS) return null;
  return predictable > 0.4 ? 'repeats' : 'few-words';
}

/**
 * Estimates the bits of a phrase: each word costs about as much as one of a list of some thousands, and what repeats or
 * continues what came before costs next to nothing.
 */
function estimate(phrase: string): { bits: number; predictable: number } {
  // Words of the same spelling are one; a capital within a run begins another word.
  const tokens =
    normalized(phrase).match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+|[^\p{L}\p{N}]/gu) ?? [];
  const wordLike = tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).map((token) => token.toLowerCase());
  const text = [...wordLike.join('')];
  const follows = text.map((_, index) => continuesRun(text, index) || continuesRepeat(text, index));
  let bits = SIGN_BITS * new Set(tokens.filter((token) => /[^\p{L}\p{N}]/u.test(token))).size;
  let at = 0;
  for (const token of wordLike) {
    const letters = [...token];
    const fresh = letters.filter((_, index) => !follows[at + index]);
    bits += COMMON.has(token) ? Math.min(COMMON_BITS, fresh.length * LETTER_BITS) : bitsOf(fresh);
    at += letters.length;
  }
  return { bits, predictable: follows.filter(Boolean).length / Math.max(1, text.length) };
}

function bitsOf(letters: readonly string[]): number {
  if (letters.length === 0) return 0;
  const kinds = new Set(letters).size;
  const [first = ''] = letters;
  if (/\p{N}/u.test(first)) return DIGIT_BITS * Math.min(letters.length, 2 * kinds);
  if (GLYPH.test(first)) return GLYPH_BITS * kinds;
  return Math.min(LETTER_BITS * kinds, WORD_BITS + NEXT_LETTER_BITS * letters.length);
}

/** Whether a character continues `aaa`, `abc`, `cba` or `asd`. */
function continuesRun(text: readonly string[], index: number): boolean {
  const isStep = (from: number) => {
    const pair = `${text[from]}${text[from + 1]}`;
    if (text[from] === text[from + 1]) return 'same';
    if (ROWS.some((row) => row.includes(pair))) return 'up';
    return ROWS.some((row) => row.includes(`${text[from + 1]}${text[from]}`)) ? 'down' : null;
  };
  // Within a run of three or more, in one direction.
  for (let first = index - LONGEST_CHANCE_RUN; first < index; first++) {
    if (first < 0 || first + LONGEST_CHANCE_RUN >= text.length) continue;
    const steps = Array.from({ length: LONGEST_CHANCE_RUN }, (_, step) => isStep(first + step));
    if (steps[0] !== null && steps.every((step) => step === steps[0])) return true;
  }
  return false;
}

/** Whether a character is in a stretch, not at its beginning, that was there before. */
function continuesRepeat(text: readonly string[], index: number): boolean {
  const length = LONGEST_CHANCE_REPEAT + 1;
  const whole = text.join('');
  for (let first = Math.max(0, index - length + 1); first < index; first++) {
    const stretch = text.slice(first, first + length).join('');
    if ([...stretch].length === length && whole.indexOf(stretch) < text.slice(0, first).join('').length)
      return true;
  }
  return false;
}

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aiou';
/** Of 16 bits each. */
const SUGGESTED_WORDS = 5;

/** A random phrase of 80 bits that can be read out: words as of proquints (arXiv:0901.4016). */
export function suggestPhrase(): string {
  for (;;) {
    const words = [...crypto.getRandomValues(new Uint16Array(SUGGESTED_WORDS))].map(proquint);
    const phrase = words.join(' ');
    if (weaknessOf(phrase) === null) return phrase;
  }
}

const proquint = (bits: number): string =>
  [
    CONSONANTS[bits >> 12],
    VOWELS[(bits >> 10) & 3],
    CONSONANTS[(bits >> 6) & 15],
    VOWELS[(bits >> 4) & 3],
    CONSONANTS[bits & 15],
  ].join('');
