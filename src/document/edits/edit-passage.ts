import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { paragraphText, withWords } from '../paragraphs.ts';
import type { Place, WordRange } from '../words/word-range.ts';
import type { Change } from './change.ts';
import { wordAt, wordsForText } from './edit-text.ts';

/** A stretch of text over paragraphs, from its first place to its last. */
export interface Passage {
  from: Place;
  to: Place;
}

/** The stretch between two places, whichever is first. */
export const passageBetween = (one: Place, other: Place): Passage =>
  (one.paragraph - other.paragraph || one.offset - other.offset) <= 0
    ? { from: one, to: other }
    : { from: other, to: one };

/** The words that a passage touches. */
export function wordsOfPassage({ paragraphs }: CorrectedTranscript, { from, to }: Passage): WordRange {
  const [first, last] = [paragraphs[from.paragraph], paragraphs[to.paragraph]];
  // A space at the end belongs to the word after it, which is not meant.
  const end = last ? paragraphText(last).slice(0, to.offset).trimEnd().length : 0;
  return {
    from: { paragraph: from.paragraph, word: first ? Math.max(0, wordAt(first, from.offset)) : 0 },
    end: { paragraph: to.paragraph, word: last && end > 0 ? wordAt(last, end - 1) + 1 : 0 },
  };
}

/** A passage's text, a row for each paragraph. */
export const passageText = ({ paragraphs }: CorrectedTranscript, { from, to }: Passage): string =>
  paragraphs
    .slice(from.paragraph, to.paragraph + 1)
    .map((paragraph, index, all) => {
      const text = paragraphText(paragraph);
      const end = index === all.length - 1 ? to.offset : text.length;
      return text.slice(index === 0 ? from.offset : 0, end);
    })
    .join('\n');

/** Writes a text in the place of a passage: its first and last paragraph become one, which the first one's speaker says. */
export function replacePassage(
  document: CorrectedTranscript,
  { from, to }: Passage,
  text: string,
): Change | null {
  const [first, last] = [document.paragraphs[from.paragraph], document.paragraphs[to.paragraph]];
  if (!first || !last) return null;
  const tail = paragraphText(last).slice(to.offset);
  if (first === last) {
    const now = paragraphText(first).slice(0, from.offset) + text + tail;
    return { at: from.paragraph, remove: 1, insert: [withWords(first, wordsForText(first, now))] };
  }
  const head = paragraphText(first).slice(0, from.offset) + text;
  const kept = tail.trim() === '' ? [] : wordsForText(last, tail);
  const [begin, ...rest] = kept;
  const joins = head.trim() === '' || /^\s/u.test(tail) || hasUnspacedScript(tail.slice(0, 1));
  const spaced = begin && !joins ? { ...begin, word: ` ${begin.word.trimStart()}` } : begin;
  const words = [...wordsForText(first, head, { latest: last.end }), ...(spaced ? [spaced] : []), ...rest];
  const joined = words.length > 0 ? withWords(first, words) : { ...first, words: [], end: last.end };
  return { at: from.paragraph, remove: to.paragraph - from.paragraph + 1, insert: [joined] };
}
