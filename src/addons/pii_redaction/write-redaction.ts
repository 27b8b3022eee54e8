import type { Utterance, Word } from '../../contract/transcripts/utterance.ts';

/** Words of one utterance that an entity covers. */
export interface Covered {
  /** "NAME_1" */
  label: string;
  first: number;
  /** Inclusive. */
  last: number;
  /** Start offset in the first word and end offset (exclusive) in the last. */
  from: number;
  to: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const mean = (words: readonly Word[]): number =>
  round(words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(words.length, 1));

/** Replaces every character but spaces with "#". */
const masked = (text: string): string => text.replaceAll(/\S/gu, '#');

/**
 * MASK replaces the covered characters of each word in place. With MARKER, the first covered word carries the label
 * and the time of all, and the others are removed. What precedes and follows the entity remains. The utterance's text
 * is rebuilt from its words.
 *
 * @param covered without overlap
 */
export function writeRedaction(
  utterance: Utterance,
  covered: readonly Covered[],
  mode: 'MARKER' | 'MASK',
): Utterance {
  if (covered.length === 0) return utterance;
  const words: Word[] = [...utterance.words];
  // From the end, so that earlier positions remain valid.
  for (const entity of covered.toSorted((a, b) => b.first - a.first || b.from - a.from)) {
    if (mode === 'MASK') maskWords(words, entity);
    else markWords(words, entity);
  }
  return {
    ...utterance,
    words,
    confidence: mode === 'MASK' ? utterance.confidence : mean(words),
    text: words
      .map(({ word }) => word)
      .join('')
      .trim(),
  };
}

function maskWords(words: Word[], { first, last, from, to }: Covered): void {
  for (let index = first; index <= last; index++) {
    const word = words[index];
    if (!word) continue;
    const begin = index === first ? from : 0;
    const end = index === last ? to : word.word.length;
    words[index] = {
      ...word,
      word: word.word.slice(0, begin) + masked(word.word.slice(begin, end)) + word.word.slice(end),
    };
  }
}

function markWords(words: Word[], { label, first, last, from, to }: Covered): void {
  const own = words.slice(first, last + 1);
  const [head] = own;
  const tail = own.at(-1);
  if (!head || !tail) return;
  const before = head.word.slice(0, from);
  words.splice(first, own.length, {
    word: `${before}[${label}]${tail.word.slice(to)}`,
    start: head.start,
    end: Math.max(tail.end, head.start),
    confidence: mean(own),
  });
}
