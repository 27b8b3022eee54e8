import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { type Passage, wordsOfPassage } from '../../../document/edits/edit-passage.ts';
import { wordAt } from '../../../document/edits/edit-text.ts';
import type { WordRange } from '../../../document/words/word-range.ts';
import { caretIn } from './text-caret.ts';

/** Where the caret is: the paragraph's index and the selection in it. */
export function placeOfCaret({ paragraphs }: CorrectedTranscript) {
  const block = document.activeElement;
  if (!(block instanceof HTMLElement) || !block.dataset.paragraph) return null;
  const index = paragraphs.findIndex(({ id }) => id === block.dataset.paragraph);
  const caret = caretIn(block);
  return index === -1 || !caret ? null : { index, caret };
}

/** The words of a selection over paragraphs, the selected words of one, or the word at the caret. */
export function wordsOfSelection(document: CorrectedTranscript, passage: Passage | null): WordRange | null {
  if (passage) return wordsOfPassage(document, passage);
  const place = placeOfCaret(document);
  const paragraph = place && document.paragraphs[place.index];
  if (!place || !paragraph || paragraph.words.length === 0) return null;
  const { from, to } = place.caret;
  const first = Math.max(0, wordAt(paragraph, from));
  const last = Math.max(first, wordAt(paragraph, Math.max(from, to - 1)));
  return { from: { paragraph: place.index, word: first }, end: { paragraph: place.index, word: last + 1 } };
}
