import type { Frame } from './channel-frames.ts';
import { BINS, FIRST_BIN, FRAME_SAMPLES, LAST_BIN, type Spectrum } from './short-time-spectra.ts';

/** A target below this, about −75 dB of full scale, weighs no more. */
const LEAST_POWER = 3e-8 * FRAME_SAMPLES * BINS;

/** Sums over frames of a reference and a target. */
export interface PathSums {
  reference: Float32Array;
  target: Float32Array;
  /** Target times the conjugate reference, real and imaginary parts in turn. */
  cross: Float32Array;
  /** Powers of both in the band of speech, and the sum of their products. */
  powers: { reference: number; target: number; product: number };
}

export const emptySums = (): PathSums => ({
  reference: new Float32Array(BINS),
  target: new Float32Array(BINS),
  cross: new Float32Array(2 * BINS),
  powers: { reference: 0, target: 0, product: 0 },
});

/** Weight of a frame; small where the target is loud, since its own speech hides how the reference comes through. */
export const quietWeight = (targetPower: number): number => LEAST_POWER / Math.max(targetPower, LEAST_POWER);

export function addFrame(sums: PathSums, reference: Frame, target: Frame, weight: number): void {
  const [first, second] = [reference.spectrum, target.spectrum];
  sums.powers.reference += weight * reference.power;
  sums.powers.target += weight * target.power;
  sums.powers.product += weight * reference.power * weight * target.power;
  for (let bin = 0; bin < BINS; bin++) {
    const a = first[2 * bin] ?? 0;
    const b = first[2 * bin + 1] ?? 0;
    const c = second[2 * bin] ?? 0;
    const d = second[2 * bin + 1] ?? 0;
    sums.reference[bin] = (sums.reference[bin] ?? 0) + weight * (a * a + b * b);
    sums.target[bin] = (sums.target[bin] ?? 0) + weight * (c * c + d * d);
    sums.cross[2 * bin] = (sums.cross[2 * bin] ?? 0) + weight * (c * a + d * b);
    sums.cross[2 * bin + 1] = (sums.cross[2 * bin + 1] ?? 0) + weight * (d * a - c * b);
  }
}

/** How a reference comes through in a target. */
export interface ChannelPath {
  /** Share of the target's power that follows from the reference, 0 to 1. */
  explained: number;
  /** The share that unrelated sounds would explain: large if few frames have sound. */
  byChance: number;
  /** Power of the reference in the target, relative to the reference. */
  gain: number;
  /** Factor of each bin, real and imaginary parts in turn. */
  response: Float32Array;
}

/** The path that leaves least of the target (least squares), of all sums together. */
export function pathOf(parts: readonly PathSums[]): ChannelPath {
  const response = new Float32Array(2 * BINS);
  let through = 0;
  let spoken = 0;
  let sent = 0;
  const powers = { reference: 0, target: 0, product: 0 };
  for (const part of parts) {
    powers.reference += part.powers.reference;
    powers.target += part.powers.target;
    powers.product += part.powers.product;
  }
  for (let bin = 0; bin < BINS; bin++) {
    let power = 0;
    let target = 0;
    let real = 0;
    let imaginary = 0;
    for (const part of parts) {
      power += part.reference[bin] ?? 0;
      target += part.target[bin] ?? 0;
      real += part.cross[2 * bin] ?? 0;
      imaginary += part.cross[2 * bin + 1] ?? 0;
    }
    const isSpeech = bin >= FIRST_BIN && bin < LAST_BIN;
    if (isSpeech) spoken += target;
    if (power <= 0) continue;
    response[2 * bin] = real / power;
    response[2 * bin + 1] = imaginary / power;
    if (!isSpeech) continue;
    through += (real * real + imaginary * imaginary) / power;
    sent += power;
  }
  const pairs = powers.reference * powers.target;
  const byChance = pairs > 0 ? powers.product / pairs : 1;
  return {
    explained: spoken > 0 ? through / spoken : 0,
    byChance,
    gain: sent > 0 ? through / sent : 0,
    response,
  };
}

/** What comes through of a reference, times `factor`, added to `into`. */
export function addThrough(
  into: Spectrum,
  reference: Spectrum,
  response: Float32Array,
  factor: number,
): void {
  for (let at = 0; at < 2 * BINS; at += 2) {
    const a = reference[at] ?? 0;
    const b = reference[at + 1] ?? 0;
    const c = (response[at] ?? 0) * factor;
    const d = (response[at + 1] ?? 0) * factor;
    into[at] = (into[at] ?? 0) + a * c - b * d;
    into[at + 1] = (into[at + 1] ?? 0) + a * d + b * c;
  }
}

/** Power that is left in the band of speech when `part` and what comes through of a reference are taken away. */
export function powerWithout(
  spectrum: Spectrum,
  part: Spectrum,
  { reference, response, factor }: { reference: Spectrum; response: Float32Array; factor: number },
): number {
  let power = 0;
  for (let at = 2 * FIRST_BIN; at < 2 * LAST_BIN; at += 2) {
    const a = reference[at] ?? 0;
    const b = reference[at + 1] ?? 0;
    const c = (response[at] ?? 0) * factor;
    const d = (response[at + 1] ?? 0) * factor;
    const real = (spectrum[at] ?? 0) - (part[at] ?? 0) - (a * c - b * d);
    const imaginary = (spectrum[at + 1] ?? 0) - (part[at + 1] ?? 0) - (a * d + b * c);
    power += real * real + imaginary * imaginary;
  }
  return power;
}
