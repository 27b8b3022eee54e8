import { expect } from 'vitest';
import type { EditedTranscript } from '../../src/contract/transcripts/edited-transcript.ts';
import { applyChange, type Change } from '../../src/document/edits/change.ts';

/** A document after one change, having checked that its inverse brings back the old one. Throws Error if there is no change. */
export function changedAndBack(document: EditedTranscript, change: Change | null): EditedTranscript {
  if (!change) throw new Error('The edit changes nothing.');
  const applied = applyChange(document, change);
  const { next: _, ...back } = applyChange(applied.document, applied.inverse).document;
  const { next: __, ...before } = document;
  expect(back).toEqual(before);
  return applied.document;
}
