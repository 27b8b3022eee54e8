import { expect } from 'vitest';
import { applyChange } from '../../src/document/edits/change.ts';
import { setText } from '../../src/document/edits/edit-text.ts';
import { carryOver } from '../../src/document/runs/carry-over.ts';
import { documentOf, textsOf } from './corrected-document.ts';

export type Said = Parameters<typeof documentOf>;

/** The text of a new run, of sentences whose text was corrected. */
export function taken(live: Said, written: readonly (string | null)[], next: Said): string {
  const machine = documentOf(...live);
  const edited = written.reduce((document, text, index) => {
    const change = text === null ? null : setText(document, index, text);
    return change ? applyChange(document, change).document : document;
  }, machine);
  const { document } = carryOver(machine, edited, documentOf(...next));
  const words = document.paragraphs.flatMap((paragraph) => paragraph.words);
  const last = [...live, ...next].reduce((most, { text, at }) => Math.max(most, at + text.length), 0);
  for (const [index, word] of words.entries()) {
    expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.start ?? 0);
    expect(word.end).toBeGreaterThanOrEqual(word.start);
    expect(word.end).toBeLessThanOrEqual(last);
  }
  return textsOf(document).join(' | ');
}

/** The same for one line, spoken at the same time in both runs. */
export const line = (live: string, written: string, next: string, at = 1): string =>
  taken([{ text: live, at: 1 }], [written], [{ text: next, at }]);
