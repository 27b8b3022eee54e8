import type { NumberWords } from '../cues/cue-schema.ts';
import { withWords } from '../cues/cues.ts';
import { NUMBER_WORDS } from './number-words.ts';

type Words = readonly (string | undefined)[];

/** A spoken number: how many words it takes, and its digits. */
export interface SpokenNumber {
  words: number;
  value: number;
}

/** Maximum number of words for a number below a hundred ("quatre vingt dix neuf"). */
const SMALL_WORDS = 4;

/**
 * Reads the number starting at a word, as far as it goes: "two thousand twenty four" is one number, "twenty twenty
 * four" two (20, 24), because no number continues that way.
 *
 * @param words folded, without punctuation; a missing one (undefined) ends the number
 */
export function readNumber(words: Words, at: number, language: NumberWords): SpokenNumber | undefined {
  const million = scaled(words, at, language, {
    ...{ value: 1_000_000, words: language.million },
    ...{ readCount: belowThousand, readRest: belowMillion },
  });
  return million ?? belowMillion(words, at, language);
}

/** 1 to 31 as in dates, the longest match. */
export function readOrdinal(words: Words, at: number, { ordinals }: NumberWords): SpokenNumber | undefined {
  return longest(words, at, ordinals, 2);
}

type Read = (words: Words, at: number, language: NumberWords) => SpokenNumber | undefined;

function longest(
  words: Words,
  at: number,
  table: ReadonlyMap<string, number>,
  most: number,
): SpokenNumber | undefined {
  let found: SpokenNumber | undefined;
  let text = '';
  for (let count = 1; count <= most; count++) {
    const next = words[at + count - 1];
    if (next === undefined) break;
    text = count === 1 ? next : `${text} ${next}`;
    const value = table.get(text);
    if (value !== undefined) found = { words: count, value };
  }
  return found;
}

const belowHundred: Read = (words, at, language) => longest(words, at, language.cardinals, SMALL_WORDS);

const belowThousand: Read = (words, at, language) => {
  const word = words[at];
  if (word === undefined) return undefined;
  const whole = language.hundreds.get(word);
  if (whole !== undefined) return withRest(words, at, { words: 1, value: whole }, [language, belowHundred]);
  const glued = language.glued && gluedValue(word, language);
  const spaced = scaled(words, at, language, {
    ...{ value: 100, words: language.hundred },
    ...{ readCount: belowHundred, readRest: belowHundred },
  });
  if (spaced) return spaced;
  const plain = belowHundred(words, at, language);
  return plain ?? (glued === undefined ? undefined : { words: 1, value: glued });
};

const belowMillion: Read = (words, at, language) =>
  scaled(words, at, language, {
    ...{ value: 1000, words: language.thousand },
    ...{ readCount: belowThousand, readRest: belowThousand },
  }) ?? belowThousand(words, at, language);

interface Scale {
  value: number;
  /** Spellings of it. */
  words: ReadonlySet<string>;
  readCount: Read;
  readRest: Read;
}

/** A count, a scale word and the rest. */
function scaled(
  words: Words,
  at: number,
  language: NumberWords,
  { value, words: scales, readCount, readRest }: Scale,
): SpokenNumber | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const rest = (own: SpokenNumber) => withRest(words, at, own, [language, readRest]);
  if (scales.has(word))
    return language.bareScale && value < 1_000_000 ? rest({ words: 1, value }) : undefined;
  const count = word === 'a' && !language.bareScale ? { words: 1, value: 1 } : readCount(words, at, language);
  const next = count && words[at + count.words];
  if (!count || count.value === 0 || next === undefined || !scales.has(next)) return undefined;
  return rest({ words: count.words + 1, value: count.value * value });
}

/** A number and the rest behind it, with "and" between them or without. */
function withRest(
  words: Words,
  at: number,
  own: SpokenNumber,
  [language, readRest]: readonly [NumberWords, Read],
): SpokenNumber {
  const from = at + own.words;
  const joined = language.and.has(words[from] ?? '') ? 1 : 0;
  const rest = readRest(words, from + joined, language);
  const fits = rest && rest.value > 0 && rest.value < scaleOf(own.value);
  return fits ? { words: own.words + joined + rest.words, value: own.value + rest.value } : own;
}

/** Upper bound of the rest: 100 after hundreds, 1000 after thousands. */
const scaleOf = (value: number): number =>
  value % 1_000_000 === 0 ? 1_000_000 : value % 1000 === 0 ? 1000 : 100;

/** "zweitausendvierundzwanzig", "millenovecentonovantanove": one word; undefined if it is not a number. */
function gluedValue(word: string, language: NumberWords): number | undefined {
  const small = language.cardinals.get(word);
  if (small !== undefined || !language.glued) return small;
  for (const [scale, spellings] of [
    [1000, language.glued.thousand],
    [100, language.glued.hundred],
  ] as const) {
    for (const spelling of spellings) {
      const place = word.indexOf(spelling);
      if (place < 0) continue;
      const before = word.slice(0, place);
      const after = word.slice(place + spelling.length);
      const count = before === '' ? 1 : gluedValue(before, language);
      const rest =
        after === '' ? 0 : (gluedValue(after, language) ?? gluedValue(after.replace(/^und/u, ''), language));
      if (count === undefined || rest === undefined || count === 0 || count >= 1000 || rest >= scale)
        continue;
      return count * scale + rest;
    }
  }
  return undefined;
}

/** The meaning of some tokens. */
export interface Reading {
  tokens: number;
  text: string;
}

/** Words between "double" and what it doubles: "zweimal die sieben". */
const ARTICLES = withWords('^<article of a digit>$');

/**
 * What "double" and a digit or letter stand for; undefined if nothing of the kind follows.
 *
 * @param texts the words from "double" on
 * @param besideNumber whether digits stand before or after: "double o" is then no pair of letters
 */
export function readRepeated(
  texts: readonly string[],
  times: number,
  code: string,
  besideNumber: boolean,
): Reading | undefined {
  const language = NUMBER_WORDS[code];
  const skipped = ARTICLES.test(texts[1] ?? '') ? 2 : 1;
  const next = texts[skipped];
  if (next === undefined || !language) return undefined;
  const tokens = skipped + 1;
  const isZero = language.zeroBesides.has(next) && (next.length > 1 || besideNumber);
  const digit = isZero ? 0 : /^\d$/.test(next) ? Number(next) : language.cardinals.get(next);
  if (digit !== undefined && digit < 10) return { tokens, text: String(digit).repeat(times) };
  if (times === 2 && language.doubleLetters.has(next)) return { tokens, text: 'w' };
  if (/^\p{L}$/u.test(next)) return { tokens, text: next.repeat(times) };
  return undefined;
}
