import type { CorrectedWord, Paragraph } from '../../contract/transcripts/corrected-transcript.ts';

/** A place in the text: between two characters of a paragraph's text. */
export interface Place {
  paragraph: number;
  offset: number;
}

/** A stretch of words: from the first to the one before `end`, over paragraphs. */
export interface WordRange {
  from: { paragraph: number; word: number };
  /** After the last word. */
  end: { paragraph: number; word: number };
}

/** The words of one paragraph that are in a range: the first, and after the last. */
export function wordsWithin({ from, end }: WordRange, index: number, count: number): [number, number] {
  if (index < from.paragraph || index > end.paragraph) return [0, 0];
  return [
    index === from.paragraph ? from.word : 0,
    index === end.paragraph ? Math.min(end.word, count) : count,
  ];
}

/** A paragraph with some words changed; itself if `change` returns every word as it is. */
export function mapWords(
  paragraph: Paragraph,
  [first, end]: readonly [number, number],
  change: (word: CorrectedWord) => CorrectedWord,
): Paragraph {
  let differs = false;
  const words = paragraph.words.map((word, index) => {
    if (index < first || index >= end) return word;
    const changed = change(word);
    differs ||= changed !== word;
    return changed;
  });
  return differs ? { ...paragraph, words } : paragraph;
}
