import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { paragraphText } from '../paragraphs.ts';
import type { Place } from '../words/word-range.ts';
import { applyChange, type Change } from './change.ts';
import { setText, splitParagraph } from './edit-text.ts';

/**
 * A document with a text pasted into a paragraph, between two parts of its text; lines become paragraphs.
 *
 * @returns it, and the place after what was pasted
 */
export function pasteText(
  document: CorrectedTranscript,
  index: number,
  [before, after]: readonly [string, string],
  pasted: string,
): { document: CorrectedTranscript; at: Place } {
  const lines = pasted
    .split(/[\r\n]+/u)
    .map((line) => line.replaceAll(/\s+/gu, ' '))
    .filter((line, _, all) => all.length === 1 || line.trim() !== '');
  const applied = (to: CorrectedTranscript, change: Change | null) =>
    change ? applyChange(to, change).document : to;
  let made = applied(document, setText(document, index, before + lines.join(' ') + after));
  let paragraph = index;
  let start = before;
  for (const line of lines.slice(0, -1)) {
    const length = made.paragraphs.length;
    made = applied(made, splitParagraph(made, paragraph, (start + line).trimStart().length));
    // Nothing is before a line that begins a paragraph.
    if (made.paragraphs.length === length) start += `${line} `;
    else {
      paragraph++;
      start = '';
    }
  }
  const text = made.paragraphs[paragraph];
  const offset = (text ? paragraphText(text).length : 0) - after.trimEnd().length;
  return { document: made, at: { paragraph, offset: Math.max(0, offset) } };
}
