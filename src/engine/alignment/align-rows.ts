import { attentionCost, type HeadAttention } from './attention-cost.ts';
import { dtw } from './dtw.ts';
import type { TimeSpan } from './speech-bounds.ts';

/** Seconds of audio behind one encoder position of Whisper. */
export const ATTENTION_FRAME_SECONDS = 0.02;

/** Where each row (token) of cross attention was heard, in seconds of the audio. The spans tile the audio, in order. */
export function alignRows(attention: HeadAttention): TimeSpan[] {
  const { rows, frames } = attention;
  const { first, last } = dtw(attentionCost(attention), rows, frames);
  return Array.from(first, (frame, row) => ({
    start: frame * ATTENTION_FRAME_SECONDS,
    end: ((last[row] ?? frame) + 1) * ATTENTION_FRAME_SECONDS,
  }));
}
