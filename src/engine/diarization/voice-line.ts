import FFT from 'fft.js';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { createPowerSpectrum } from '../features/power-spectrum.ts';

/** What a voice came over, and how high it is. */
export interface VoiceLine {
  /** Power from 4 to 7.8 kHz relative to that from 1 to 3 kHz, dB: a telephone passes nothing above 3.4 kHz. */
  trebleDb: number;
  /** Median of the voiced frames, in Hz; null if there are few. A telephone passes it, by its harmonics. */
  pitchHz: number | null;
}

const FRAME = 1024;
/** Twice the frame, so that the autocorrelation does not wrap around. */
const SIZE = 2 * FRAME;
const MIDDLE_HZ = [1000, 3000] as const;
const TREBLE_HZ = [4000, 7800] as const;
/** What every line passes. */
const PASSED_HZ = [300, 3300] as const;
const LOWEST_HZ = 70;
const HIGHEST_HZ = 400;
/** Periodic to this extent; a single tone is so to the full, and of no pitch that could be compared. */
const VOICED = [0.45, 0.95] as const;
const LEAST_VOICED_FRAMES = 8;
/** Frames quieter than the loudest by more than this (power) are pauses. */
const QUIETER = 1e-3;

const binOf = (hz: number) => Math.round((hz * SIZE) / SAMPLE_RATE);
const WINDOW = Float32Array.from(
  { length: FRAME },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (FRAME - 1)),
);

/** @param pcm speech of one person, mono, 16 kHz; null for less than a frame, or silence */
export function voiceLine(pcm: Float32Array): VoiceLine | null {
  const fft = new FFT(SIZE);
  const powerOf = createPowerSpectrum(SIZE);
  const input = new Float64Array(SIZE);
  const frames: { treble: number; middle: number; hz: number | null }[] = [];
  for (let start = 0; start + FRAME <= pcm.length; start += FRAME) {
    for (let at = 0; at < FRAME; at++) input[at] = (pcm[start + at] ?? 0) * (WINDOW[at] ?? 0);
    const power = powerOf(input);
    const sum = ([from, to]: readonly [number, number]) =>
      power.subarray(binOf(from), binOf(to)).reduce((total, value) => total + value, 0);
    frames.push({ treble: sum(TREBLE_HZ), middle: sum(MIDDLE_HZ), hz: pitchOf(fft, power) });
  }
  const loudest = Math.max(0, ...frames.map(({ middle }) => middle));
  const spoken = frames.filter(({ middle }) => middle > loudest * QUIETER);
  if (loudest === 0) return null;
  const total = (of: 'treble' | 'middle') => spoken.reduce((all, frame) => all + frame[of], 0);
  const pitches = spoken.flatMap(({ hz }) => hz ?? []).sort((a, b) => a - b);
  return {
    trebleDb: 10 * Math.log10(total('treble') / total('middle') + 1e-10),
    pitchHz: pitches.length < LEAST_VOICED_FRAMES ? null : (pitches[pitches.length >> 1] ?? null),
  };
}

/** By the autocorrelation of what every line passes, with its formants flattened; null for frames that are not voiced. */
function pitchOf(fft: FFT, power: Float64Array): number | null {
  const flat = fft.createComplexArray();
  const correlation = fft.createComplexArray();
  flat.fill(0);
  for (let bin = binOf(PASSED_HZ[0]); bin < binOf(PASSED_HZ[1]); bin++) {
    const value = Math.sqrt(power[bin] ?? 0);
    flat[2 * bin] = value;
    flat[2 * (SIZE - bin)] = value;
  }
  fft.inverseTransform(correlation, flat);
  const whole = correlation[0] ?? 0;
  let best = 0;
  let most = 0;
  for (let lag = Math.ceil(SAMPLE_RATE / HIGHEST_HZ); lag <= SAMPLE_RATE / LOWEST_HZ; lag++) {
    const value = correlation[2 * lag] ?? 0;
    if (value > most) [best, most] = [lag, value];
  }
  const [least, full] = VOICED;
  return most > least * whole && most < full * whole ? SAMPLE_RATE / best : null;
}
