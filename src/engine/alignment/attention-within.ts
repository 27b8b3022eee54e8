import { ATTENTION_FRAME_SECONDS } from './align-rows.ts';
import type { TimeSpan } from './speech-bounds.ts';

/** Sum over the heads of the share of one token's attention (`heads` × `frames`) to a part of the audio, 0 to `heads`. */
export function attentionWithin(
  attention: Float32Array | undefined,
  { heads, frames }: { heads: number; frames: number },
  { start, end }: TimeSpan,
): number {
  if (!attention) return 0;
  const from = Math.max(Math.floor(start / ATTENTION_FRAME_SECONDS), 0);
  const to = Math.min(Math.ceil(end / ATTENTION_FRAME_SECONDS), frames);
  let sum = 0;
  for (let head = 0; head < heads; head += 1) {
    const row = attention.subarray(head * frames, (head + 1) * frames);
    const mass = row.reduce((total, weight) => total + weight, 0);
    if (mass > 0) sum += row.subarray(from, to).reduce((total, weight) => total + weight, 0) / mass;
  }
  return sum;
}
