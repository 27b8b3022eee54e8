import { SAMPLE_RATE } from '../windows/speech-window.ts';

/** Below this there is no voice, but wind, steps, engines, and the offset of a converter. */
const LOWEST_HZ = 85;
/** Quality factors of four sections that make a Butterworth filter of the eighth order. */
const BUTTERWORTH = [0.5098, 0.6013, 0.9, 2.5629];
/** Mains and their multiples, as far as hum is strong. */
const MAINS_HZ = [50, 60];
const HARMONICS = 6;
/** Width of a notch, as a share of its frequency: recorders differ by less, and a voice passes through it. */
const NOTCH_WIDTH = 0.03;

/** A second-order section, normalised (Bristow-Johnson, "Audio EQ Cookbook"). */
interface Section {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** Takes offset, rumble and hum out of a voice, as far as they are below it or at multiples of 50 or 60 Hz. */
export class LowCut {
  readonly #sections = SECTIONS.map((section) => ({ section, first: 0, second: 0 }));
  #origin: number | null = null;

  /** Filters samples (mono, 16 kHz) and returns as many. */
  push(samples: Float32Array): Float32Array {
    // As if the first sample had been there for ever: an offset begins without a click.
    this.#origin ??= samples[0] ?? null;
    const origin = this.#origin ?? 0;
    const out = new Float32Array(samples.length);
    for (let index = 0; index < samples.length; index++) out[index] = (samples[index] ?? 0) - origin;
    for (const state of this.#sections) {
      const { b0, b1, b2, a1, a2 } = state.section;
      let { first, second } = state;
      for (let index = 0; index < out.length; index++) {
        const value = out[index] ?? 0;
        const result = b0 * value + first;
        first = b1 * value - a1 * result + second;
        second = b2 * value - a2 * result;
        out[index] = result;
      }
      state.first = first;
      state.second = second;
    }
    return out;
  }
}

const SECTIONS: readonly Section[] = [
  ...BUTTERWORTH.map((quality) => highPass(LOWEST_HZ, quality)),
  ...[
    ...new Set(MAINS_HZ.flatMap((mains) => Array.from({ length: HARMONICS }, (_, n) => mains * (n + 1)))),
  ].map(notch),
];

function highPass(frequency: number, quality: number): Section {
  const { cosine, alpha } = angleOf(frequency, quality);
  const sides = (1 + cosine) / 2;
  return normalised([sides, -2 * sides, sides], cosine, alpha);
}

function notch(frequency: number): Section {
  const { cosine, alpha } = angleOf(frequency, 1 / NOTCH_WIDTH);
  return normalised([1, -2 * cosine, 1], cosine, alpha);
}

function angleOf(frequency: number, quality: number) {
  const angle = (2 * Math.PI * frequency) / SAMPLE_RATE;
  return { cosine: Math.cos(angle), alpha: Math.sin(angle) / (2 * quality) };
}

function normalised([b0, b1, b2]: [number, number, number], cosine: number, alpha: number): Section {
  const a0 = 1 + alpha;
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 };
}
