import { ATTENTION_FRAME_SECONDS } from './align-rows.ts';
import type { TimeSpan } from './speech-bounds.ts';

/**
 * The attention to a word's beginning rises while the word before it still sounds, or in the silence between them.
 * The word begins this long after the attention has risen to this share of its peak. Both fitted to 67 words in eight
 * languages that another engine timed.
 */
const RISEN = 0.5;
const AFTER_RISE_SECONDS = 0.03;

/** Minimum length of a word, seconds. */
const MIN_WORD_SECONDS = 0.03;

/**
 * Where a word begins inside its span, which reaches back to the end of the word before: what the model looks at when
 * it writes the word's first token tells.
 *
 * @param attention of that token, `heads` × `frames`
 * @param span of the word, seconds
 * @returns seconds, inside the span
 */
export function wordOnset(attention: Float32Array, heads: number, frames: number, span: TimeSpan): number {
  const from = Math.max(Math.floor(span.start / ATTENTION_FRAME_SECONDS), 0);
  const to = Math.min(Math.ceil(span.end / ATTENTION_FRAME_SECONDS), frames);
  const profile = new Float64Array(Math.max(to - from, 0));
  for (let head = 0; head < heads; head += 1) {
    const row = attention.subarray(head * frames, (head + 1) * frames);
    const mass = row.reduce((sum, weight) => sum + weight, 0);
    if (mass <= 0) continue;
    for (let frame = from; frame < to; frame += 1) {
      profile[frame - from] = (profile[frame - from] ?? 0) + (row[frame] ?? 0) / mass;
    }
  }
  const peak = profile.reduce((most, weight) => Math.max(most, weight), 0);
  const risen = profile.findIndex((weight) => weight >= RISEN * peak);
  if (risen < 0 || peak === 0) return span.start;
  const onset = (from + risen) * ATTENTION_FRAME_SECONDS + AFTER_RISE_SECONDS;
  return Math.max(span.start, Math.min(onset, span.end - MIN_WORD_SECONDS));
}
