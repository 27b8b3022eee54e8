import { SAMPLE_RATE } from './speech-window.ts';

const HOP = SAMPLE_RATE / 100;
/** Number of hops averaged: a stop consonant's closure is shorter than a gap between words. */
const SPAN = 9;

/** The sample from `from` to `to` around which the audio is quietest over 90 ms; the latest of several. */
export function quietestPoint(pcm: Float32Array, from: number, to: number): number {
  const end = Math.min(to, pcm.length);
  const powers: number[] = [];
  for (let start = from; start + HOP <= end; start += HOP) {
    powers.push(pcm.subarray(start, start + HOP).reduce((sum, value) => sum + value * value, 0));
  }
  let best = end;
  let lowest = Number.POSITIVE_INFINITY;
  for (let first = 0; first + SPAN <= powers.length; first++) {
    const power = powers.slice(first, first + SPAN).reduce((sum, value) => sum + value, 0);
    if (power <= lowest) {
      lowest = power;
      best = from + Math.round((first + SPAN / 2) * HOP);
    }
  }
  return best;
}
