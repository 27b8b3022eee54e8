import { seededRandom } from '../../../../lib/seeded-random.ts';
import { framePower } from '../../../audio/channels/frame-power.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';

/** Samples whose level is measured together: 50 ms. */
const FRAME = SAMPLE_RATE / 20;

/** The level that this share of the frames remains below is that of the recording's pauses. */
const QUIET_SHARE = 0.1;

/** Power of uniform noise in ±1. */
const NOISE_POWER = 1 / 3;

/**
 * The audio (mono, 16 kHz) with noise behind it up to `seconds`, as loud as its own pauses and the same each time; null
 * if these are digital silence, which the encoder has behind it anyway.
 */
export function withQuietBehind(pcm: Float32Array, seconds: number): Float32Array | null {
  const powers: number[] = [];
  for (let at = 0; at + FRAME <= pcm.length; at += FRAME) {
    powers.push(framePower(pcm.subarray(at, at + FRAME)).power);
  }
  const quiet = powers.toSorted((a, b) => a - b)[Math.floor(powers.length * QUIET_SHARE)] ?? 0;
  if (quiet === 0) return null;
  const padded = new Float32Array(Math.max(Math.round(seconds * SAMPLE_RATE), pcm.length));
  padded.set(pcm);
  const amplitude = Math.sqrt(quiet / NOISE_POWER);
  const draw = seededRandom(1);
  for (let at = pcm.length; at < padded.length; at++) padded[at] = amplitude * (draw() * 2 - 1);
  return padded;
}
