import { counted, type NumberWords, numbers } from '../cues/cue-schema.ts';
import { languageNumbers, withWords } from '../cues/cues.ts';
import digitWords from './digit-words.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

/** Number words by transcription language code. Of most languages only the digits are known: enough for numbers that are dictated. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = Object.fromEntries(
  Object.entries(digitWords).map(([language, digits]) => {
    const own = languageNumbers(language) ?? numbers.parse({});
    return [language, { ...own, cardinals: new Map([...counted([foldText(digits)]), ...own.cardinals]) }];
  }),
);

type Words = readonly (string | undefined)[];

/** A spoken number: how many words it takes, and its digits. */
export interface SpokenNumber {
  words: number;
  value: number;
}

/** Maximum number of words for a number below a hundred ("quatre vingt dix neuf"). */
const SMALL_WORDS = 4;
/** Numbers up to each are read by one level: below a hundred, a thousand, a million, and from there. */
const SCALES = [100, 1000, 1_000_000] as const;

/**
 * Reads the number starting at a word, as far as it goes: "two thousand twenty four" is one number, "twenty twenty
 * four" two (20, 24), because no number continues that way.
 *
 * @param words folded, without punctuation; a missing one (undefined) ends the number
 */
export const readNumber = (words: Words, at: number, language: NumberWords): SpokenNumber | undefined =>
  read(words, at, language, SCALES.length);

/** 1 to 31 as in dates, the longest match. */
export const readOrdinal = (words: Words, at: number, { ordinals }: NumberWords): SpokenNumber | undefined =>
  longest(words.slice(at, at + 2), ordinals);

function longest(words: Words, table: ReadonlyMap<string, number>): SpokenNumber | undefined {
  const end = words.indexOf(undefined);
  for (let count = end < 0 ? words.length : end; count > 0; count--) {
    const value = table.get(words.slice(0, count).join(' '));
    if (value !== undefined) return { words: count, value };
  }
  return undefined;
}

function read(words: Words, at: number, language: NumberWords, level: number): SpokenNumber | undefined {
  if (level === 0) return longest(words.slice(at, at + SMALL_WORDS), language.cardinals);
  const word = words[at];
  if (word === undefined) return undefined;
  const hundreds = level === 1 ? language.hundreds.get(word) : undefined;
  const own = hundreds === undefined ? scaled(words, at, language, level) : { words: 1, value: hundreds };
  if (own) return withRest(words, at + own.words, language, { ...own, level: level - 1 });
  const glued = level === 1 && language.glued ? gluedValue(word, language) : undefined;
  return (
    read(words, at, language, level - 1) ?? (glued === undefined ? undefined : { words: 1, value: glued })
  );
}

/** A count and a scale word. */
function scaled(words: Words, at: number, language: NumberWords, level: number): SpokenNumber | undefined {
  const value = SCALES[level - 1] ?? 1;
  const names = [language.hundred, language.thousand, language.million][level - 1];
  const word = words[at] ?? '';
  if (names?.has(word)) return language.bareScale && level < SCALES.length ? { words: 1, value } : undefined;
  const isOne = word === 'a' && !language.bareScale;
  const count = isOne ? { words: 1, value: 1 } : read(words, at, language, Math.min(level - 1, 1));
  if (!count || count.value === 0 || !names?.has(words[at + count.words] ?? '')) return undefined;
  return { words: count.words + 1, value: count.value * value };
}

/** A number and the rest behind it, with "and" between them or without. */
function withRest(
  words: Words,
  at: number,
  language: NumberWords,
  { level, ...own }: SpokenNumber & { level: number },
): SpokenNumber {
  const joined = language.and.has(words[at] ?? '') ? 1 : 0;
  const rest = read(words, at + joined, language, level);
  const fits = rest && rest.value > 0 && rest.value < scaleOf(own.value);
  return fits ? { words: own.words + joined + rest.words, value: own.value + rest.value } : own;
}

/** Upper bound of the rest: 100 after hundreds, 1000 after thousands. */
const scaleOf = (value: number): number => SCALES.findLast((scale) => value % scale === 0) ?? 100;

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

/** What several tokens of a number mean, and how many they are. */
export interface Reading {
  tokens: number;
  text: string;
}

/** Words between "double" and what it doubles: "zweimal die sieben". */
const ARTICLES = withWords('^<article of a digit>$');

/**
 * What "double" or "dreimal", also in two words, and a digit or letter represent; undefined if nothing of the kind follows.
 *
 * @param isBesideNumber whether digits are before or after: "double o" is then no pair of letters
 */
export function readRepeated(
  texts: readonly string[],
  language: NumberWords,
  isBesideNumber: boolean,
): Reading | undefined {
  const [first = '', second] = texts;
  const isParted = !language.repeat.has(first) && second === 'mal';
  const times = language.repeat.get(isParted ? `${first}mal` : first);
  const before = isParted ? 2 : 1;
  const skipped = before + (ARTICLES.test(texts[before] ?? '') ? 1 : 0);
  const next = texts[skipped];
  if (times === undefined || next === undefined) return undefined;
  const isZero = language.zeroBesides.has(next) && (next.length > 1 || isBesideNumber || isParted);
  const digit = isZero ? 0 : /^\d$/.test(next) ? Number(next) : language.cardinals.get(next);
  const repeated = digit !== undefined && digit < 10 ? String(digit) : /^\p{L}$/u.test(next) ? next : '';
  if (digit === undefined && times === 2 && language.doubleLetters.has(next))
    return { tokens: skipped + 1, text: 'w' };
  return repeated === '' ? undefined : { tokens: skipped + 1, text: repeated.repeat(times) };
}
