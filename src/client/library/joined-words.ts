import { APOSTROPHES, foldLetters } from '../../lib/fold-letters.ts';
import { wordSpans } from './word-tokens.ts';

const MARK = `[${APOSTROPHES}']`;
const APART = '(?<![\\p{L}\\p{N}]|\\p{N}[.,:]|\\p{L}\\.)';
const WORD = '[\\p{L}\\p{N}\\p{M}]+';
/** Words also written as one: "Wi-Fi", "U.S.A.", "don't", "t shirt", numbers in groups, times; not "we'll" and "its". */
const JOINED = new RegExp(
  [
    // A time, a number with groups of three, and one of many digits: "10:30", "1,000", "0171 234567".
    `${APART}(?:\\d{1,2}:\\d\\d|(?=(?:[ /‐‑–-]?\\d){6})\\d{2,}(?:[ /‐‑–-]\\d{2,})+|\\d{1,3}(?:[ \\u00a0\\u202f.,]\\d{3})+)(?![.,:]?[\\p{L}\\p{N}])`,
    `(?<![\\p{L}\\p{N}\\p{M}])${WORD}(?:[-‐‑]${WORD})+`,
    `${APART}(?:(?:\\p{L}\\.){2,}|(?:\\p{L}\\.)+\\p{L})(?![\\p{L}\\p{N}])`,
    `(?<!\\p{L})(?:[a-z]+n${MARK}t|i${MARK}m|(?:i|you|we|they)${MARK}ve|(?:you|they)${MARK}re|o${MARK}(?!clock)\\p{L}{3,}|aujourd${MARK}hui)(?!\\p{L})`,
    `${APART}(?<!${MARK}|\\d )[b-df-hj-np-tv-xz] \\p{L}{3,}`,
  ].join('|'),
  'giu',
);
const CLOCK = /^(\d{1,2}):(\d\d)$/u;
const SEPARATOR = /[^\p{L}\p{N}\p{M}]/gu;

export interface JoinedWord {
  /** The words as one. */
  word: string;
  at: number;
  length: number;
}

/** Places whose words are also written as one, with that word. */
export function* joinedWords(text: string): Generator<JoinedWord> {
  for (const { 0: found, index: at } of text.matchAll(JOINED)) {
    const clock = CLOCK.exec(found);
    const word = clock ? `${clock[1]}.${clock[2]}` : found.replaceAll(SEPARATOR, '');
    yield { word, at, length: found.length };
  }
}

/** A word as it is searched: without case and accents, and "1,5" as "1.5". */
export const searchedForm = (word: string): string => foldLetters(word).replaceAll(/(?<=\d),(?=\d)/gu, '.');

/** A word that is looked for, and what represents it where it is a part of it: "wifi" for "wi" and for "fi" of "Wi-Fi". */
export interface AskedWord {
  word: string;
  others: readonly string[];
}

/** Words that belong to no pair: "a part" is not "apart". */
const ALONE = /^[ai]$/;

export function askedWords(text: string): AskedWord[] {
  const spans = [...wordSpans(text)].map((span) => ({ ...span, word: searchedForm(span.word) }));
  const joined = [...joinedWords(text)].map((span) => ({ ...span, word: searchedForm(span.word) }));
  for (const [index, { word, at }] of spans.entries()) {
    const next = spans[index + 1];
    const gap = next && text.slice(at, next.at).trimEnd();
    if (!next || ALONE.test(word) || ALONE.test(next.word) || searchedForm(gap ?? '') !== word) continue;
    joined.push({ word: word + next.word, at, length: next.at + 1 - at });
  }
  const asked = new Map<string, AskedWord>();
  for (const { word, at } of spans) {
    const others = joined
      .filter((span) => at >= span.at && at < span.at + span.length)
      .map((span) => span.word);
    asked.set(word, { word, others: [...(asked.get(word)?.others ?? []), ...others] });
  }
  return [...asked.values()];
}

/** A query with letters and digits apart, as "COVID-19" has them; null if none touch. */
export function withBorders(text: string): string | null {
  const parted = text.replaceAll(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');
  return parted === text ? null : parted;
}
