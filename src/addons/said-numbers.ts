import { foldText } from '../language/entities/fold-text.ts';
import { inverseNormalise } from '../language/entities/inverse-normalise.ts';
import { NUMBER_WORDS } from '../language/entities/read-number.ts';
import { readHanNumbers } from './han-numbers.ts';

/** A number in digits, with spaces, dots or commas between its groups. */
export const DIGITS = /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d[\d.,:]*\d|\d/gu;
const GROUP_MARK = /[ \u00a0\u202f.,](?=\d{3}(?!\d))/gu;

/** A card number has 16 digits, each of which may be spoken separately. */
const MOST_JOINED = 16;
/** Characters after a number in which a word for thousands or millions may follow. */
const LONGEST_SCALE = 16;

/** Multiplier for a number followed by this word, in any of the languages; folded. */
const SCALES = new Map(
  Object.values(NUMBER_WORDS).flatMap(({ thousand, million }) => [
    ...[...thousand].map((word) => [word, 1000] as const),
    ...[...million].map((word) => [word, 1_000_000] as const),
  ]),
);

/** "2,000,000", and "2" before " million", as "2000000"; what is not a single number ("10:30") remains. */
export function numberValue(digits: string, after: string): string {
  const number = Number(digits.replaceAll(GROUP_MARK, '').replace(',', '.'));
  if (Number.isNaN(number)) return digits;
  const [, next = ''] = /^[\s-]?(\p{L}+)/u.exec(foldText(after.slice(0, LONGEST_SCALE))) ?? [];
  // Rounded, because 2.3 times a million is not exact.
  return String(Math.round(number * (SCALES.get(next) ?? 1) * 1000) / 1000);
}

/**
 * All numbers in a text, in digits or in words of the supported languages, as returned by `numberValue`. Numbers
 * spoken in sequence may be written as one: "twenty twenty four", "four one one".
 */
export function saidNumbers(text: string, languages: readonly string[]): Set<string> {
  const folded = foldText(text);
  const views = [...new Set(languages)].map((language) => inverseNormalise(folded, () => language).text);
  return new Set([text, ...views].flatMap(numbersIn).concat(readHanNumbers(text)));
}

const numbersIn = (text: string): string[] => [
  // "2 miles" contains 2, although "miles" means thousands in Spanish.
  ...[...text.matchAll(DIGITS)].flatMap(({ 0: digits, index }) => [
    numberValue(digits, ''),
    numberValue(digits, text.slice(index + digits.length)),
  ]),
  ...[...text.matchAll(/\d+(?: \d+)+/gu)].flatMap(([run]) => joinedNumbers(run.split(' '))),
];

const joinedNumbers = (numbers: readonly string[]): string[] =>
  numbers.flatMap((_, from) =>
    Array.from({ length: Math.min(MOST_JOINED, numbers.length - from) - 1 }, (_, more) =>
      numbers.slice(from, from + more + 2).join(''),
    ),
  );
