import { segmentsOf } from '../../lib/segmenter-of.ts';
import { plainWord } from '../words/retime-words.ts';

interface Passage {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  language: string;
}

/** Seconds of speech for each part, and the least that one has. */
const USUAL_SECONDS = 300;
const LEAST_SECONDS = 60;
const MOST_PARTS = 30;
/** Words before and after a place that are compared. */
const WINDOW = 120;
/** Words in more than this share of the passages do not distinguish them. */
const COMMON = 0.5;

/**
 * Divides a text into parts at the places where its words change most: the vocabulary before and after is least alike
 * there (TextTiling, Hearst 1997). Returns the passages of each part; all in one if the text is short.
 */
export function chapterParts<Item extends Passage>(passages: readonly Item[]): Item[][] {
  const seconds = (passages.at(-1)?.end ?? 0) - (passages[0]?.start ?? 0);
  const wanted = Math.min(MOST_PARTS, Math.round(seconds / USUAL_SECONDS));
  if (wanted < 2) return passages.length > 0 ? [[...passages]] : [];
  const terms = tellingTerms(passages);
  const alike = passages.map((_, at) =>
    at === 0 ? 1 : likeness(gather(terms.slice(0, at).toReversed()), gather(terms.slice(at))),
  );
  const depths = alike.map((value, at) => peak(alike, at, -1) + peak(alike, at, 1) - 2 * value);
  const ranked = [...depths.keys()].slice(1).toSorted((a, b) => (depths[b] ?? 0) - (depths[a] ?? 0));
  const begins = [0];
  const startOf = (at: number) => passages[at]?.start ?? 0;
  for (const at of ranked) {
    if (begins.length >= wanted || (depths[at] ?? 0) <= 0) break;
    const isApart = begins.every((other) => Math.abs(startOf(other) - startOf(at)) >= LEAST_SECONDS);
    if (isApart && (passages.at(-1)?.end ?? 0) - startOf(at) >= LEAST_SECONDS) begins.push(at);
  }
  begins.sort((a, b) => a - b);
  return begins.map((at, index) => passages.slice(at, begins[index + 1]));
}

/** The words of each passage, without those that are everywhere. */
function tellingTerms(passages: readonly Passage[]): string[][] {
  const terms = passages.map(({ text, language }) =>
    [...segmentsOf(text, language, 'word')].flatMap(({ segment, isWordLike }) =>
      isWordLike ? [plainWord(segment)] : [],
    ),
  );
  const counts = new Map<string, number>();
  for (const own of terms) for (const term of new Set(own)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const most = Math.max(2, passages.length * COMMON);
  return terms.map((own) => own.filter((term) => (counts.get(term) ?? 0) <= most));
}

/** How often each of the first words is there. */
function gather(terms: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  let left = WINDOW;
  for (const own of terms) {
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
    left -= own.length;
    if (left <= 0) break;
  }
  return counts;
}

/** Cosine of two counts: 0 for nothing in common, 1 for the same words. */
function likeness(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [term, count] of one) product += count * (other.get(term) ?? 0);
  const length = (counts: ReadonlyMap<string, number>) =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
  return product === 0 ? 0 : product / (length(one) * length(other));
}

/** The value that is reached by climbing from a place in one direction. */
function peak(values: readonly number[], from: number, step: 1 | -1): number {
  let at = from;
  while ((values[at + step] ?? Number.NEGATIVE_INFINITY) >= (values[at] ?? 0)) at += step;
  return values[at] ?? 0;
}
