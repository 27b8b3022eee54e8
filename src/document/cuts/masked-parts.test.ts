import { expect, it } from 'vitest';
import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { maskedParts } from './masked-parts.ts';

const envelope = { success: true, is_empty: false, exec_time: 0, error: null };
const word = (start: number, redacted: boolean): CorrectedWord => ({
  word: ' word',
  start,
  end: start + 0.5,
  confidence: 1,
  ...(redacted && { redacted }),
});

it('masks what a person redacted, and what add-ons found, once', () => {
  const words = [word(1, true), word(2, false), word(3, true)];
  const paragraph = {
    id: 'p0',
    speaker: null,
    channel: 0,
    language: 'en' as const,
    start: 1,
    end: 3.5,
    words,
  };
  const parts = maskedParts(
    { paragraphs: [paragraph] },
    {
      pii_redaction: {
        ...envelope,
        results: [{ entity_type: 'NAME', text: '[NAME_1]', start: 3.2, end: 4 }],
      },
      profanity_filter: { ...envelope, results: [{ text: 's***', start: 0, end: 0.4 }] },
    },
  );
  expect(parts).toEqual([
    { start: 0, end: 0.4 },
    { start: 1, end: 1.5 },
    { start: 3, end: 4 },
  ]);
  expect(maskedParts({ paragraphs: [] }, null)).toEqual([]);
});
