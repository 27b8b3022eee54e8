import type { CorrectedTranscript, CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { type Change, changeParagraphs } from '../edits/change.ts';
import { mapWords, type WordRange, wordsWithin } from './word-range.ts';

/** What leaves a word out of every export. */
export type Mark = 'struck' | 'redacted';

const marked = (word: CorrectedWord, mark: Mark, on: boolean): CorrectedWord => {
  if (Boolean(word[mark]) === on) return word;
  const { [mark]: _, ...rest } = word;
  return on ? { ...word, [mark]: true } : rest;
};

/** Strikes or redacts a stretch of words, or brings it back; null if it is so already. */
export function markRange(
  document: CorrectedTranscript,
  range: WordRange,
  mark: Mark,
  on: boolean,
): Change | null {
  return changeParagraphs(document, (paragraph, index) =>
    mapWords(paragraph, wordsWithin(range, index, paragraph.words.length), (word) => marked(word, mark, on)),
  );
}

/** The same for all words that `isMeant` picks. */
export function markWords(
  document: CorrectedTranscript,
  isMeant: (word: CorrectedWord, language: string) => boolean,
  mark: Mark,
  on: boolean,
): Change | null {
  return changeParagraphs(document, (paragraph) =>
    mapWords(paragraph, [0, paragraph.words.length], (word) =>
      isMeant(word, paragraph.language) ? marked(word, mark, on) : word,
    ),
  );
}

/** Whether all words of a stretch carry a mark. */
export function allMarked(document: CorrectedTranscript, range: WordRange, mark: Mark): boolean {
  return document.paragraphs
    .slice(range.from.paragraph, range.end.paragraph + 1)
    .every((paragraph, offset) => {
      const [first, end] = wordsWithin(range, range.from.paragraph + offset, paragraph.words.length);
      return paragraph.words.slice(first, end).every((word) => word[mark] === true);
    });
}
