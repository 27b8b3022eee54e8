import { expect } from 'vitest';
import type { CorrectedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from '../../src/document/edits/change.ts';

/** A document after one change, having checked that its inverse brings back the old one. Throws Error if there is no change. */
export function changedAndBack(document: CorrectedTranscript, change: Change | null): CorrectedTranscript {
  if (!change) throw new Error('The edit changes nothing.');
  const applied = applyChange(document, change);
  const { next: _, ...back } = applyChange(applied.document, applied.inverse).document;
  const { next: __, ...before } = document;
  expect(back).toEqual(before);
  return applied.document;
}
