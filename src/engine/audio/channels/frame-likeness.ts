import type { Spectrum } from './short-time-spectra.ts';

/** Borders of 13 bands of speech, in bins: 200 to 3,750 Hz. */
const BORDERS = [13, 19, 26, 34, 43, 54, 66, 80, 97, 117, 140, 167, 200, 240];
const BANDS = BORDERS.length - 1;
/** Keeps the logarithm of silence in sight; −75 dB of full scale. */
const FLOOR = 1e-3;

interface Banded {
  bands: Float32Array;
}

/** Levels of the bands of speech, in powers of ten. */
export function bandLevels(spectrum: Spectrum): Float32Array {
  return Float32Array.from({ length: BANDS }, (_, band) => {
    let power = FLOOR;
    const end = 2 * (BORDERS[band + 1] ?? 0);
    for (let at = 2 * (BORDERS[band] ?? 0); at < end; at++) power += (spectrum[at] ?? 0) ** 2;
    return Math.log10(power);
  });
}

/**
 * How alike two sounds rise and fall in all bands, at most 1. Echoes of a room change every wave, but hardly this: what one person
 * says is alike at two microphones (above 0.85), what two people say at once is not (below 0.6).
 */
export function frameLikeness(first: readonly Banded[], second: readonly Banded[]): number {
  let [product, ofFirst, ofSecond] = [0, 0, 0];
  for (let band = 0; band < BANDS; band++) {
    const mean = (frames: readonly Banded[]) =>
      frames.reduce((sum, { bands }) => sum + (bands[band] ?? 0), 0) / frames.length;
    const [firstMean, secondMean] = [mean(first), mean(second)];
    for (const [index, frame] of first.entries()) {
      const a = (frame.bands[band] ?? 0) - firstMean;
      const b = (second[index]?.bands[band] ?? 0) - secondMean;
      product += a * b;
      ofFirst += a * a;
      ofSecond += b * b;
    }
  }
  return product / Math.sqrt(ofFirst * ofSecond || 1);
}
