import { attentionCost, type HeadAttention } from './attention-cost.ts';
import { dtw, type RowSpans } from './dtw.ts';
import type { TimeSpan } from './speech-bounds.ts';

/** Seconds of audio behind one encoder position of Whisper. */
export const ATTENTION_FRAME_SECONDS = 0.02;

export interface RowAlignment {
  /** When each row (token) was spoken, in seconds of the audio. The spans tile the audio, in order. */
  spans: TimeSpan[];
  /** How much more attention is inside the spans than by chance; at 1, the attention ignores the audio. */
  focus: number;
}

/** Follows cross attention through the audio. */
export function alignRows(attention: HeadAttention): RowAlignment {
  const { rows, frames } = attention;
  const path = dtw(attentionCost(attention), rows, frames);
  const spans = Array.from(path.first, (frame, row) => ({
    start: frame * ATTENTION_FRAME_SECONDS,
    end: ((path.last[row] ?? frame) + 1) * ATTENTION_FRAME_SECONDS,
  }));
  return { spans, focus: focusOf(attention, path) };
}

function focusOf({ heads, rows, frames, weights }: HeadAttention, { first, last }: RowSpans): number {
  let inside = 0;
  let chance = 0;
  for (let row = 0; row < rows; row += 1) {
    const from = first[row] ?? 0;
    const to = (last[row] ?? from) + 1;
    chance += (to - from) / frames;
    for (let head = 0; head < heads; head += 1) {
      const at = (head * rows + row) * frames;
      const mass = sum(weights, at, at + frames);
      if (mass > 0) inside += sum(weights, at + from, at + to) / mass / heads;
    }
  }
  return chance > 0 ? inside / chance : 1;
}

function sum(weights: Float32Array, from: number, to: number): number {
  let total = 0;
  for (let at = from; at < to; at += 1) total += weights[at] ?? 0;
  return total;
}
