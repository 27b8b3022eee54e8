import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { SAMPLE_RATE } from './write-wav.ts';

const SECONDS = 30;
const LENGTH = SECONDS * SAMPLE_RATE;
const TAU = 2 * Math.PI;

const made = (sampleAt: (time: number, index: number) => number): Float32Array =>
  Float32Array.from({ length: LENGTH }, (_, index) => sampleAt(index / SAMPLE_RATE, index));

const whiteNoise = (level: number, seed: number): Float32Array => {
  const draw = seededRandom(seed);
  return made(() => level * (2 * draw() - 1));
};

/** Noise whose power falls with the square of the frequency. */
function brownNoise(): Float32Array {
  const draw = seededRandom(3);
  let value = 0;
  return made(() => {
    value = 0.998 * value + 0.02 * (2 * draw() - 1);
    return value;
  });
}

/** Mains hum with its harmonics. */
const hum = (): Float32Array =>
  made((time) =>
    [1, 2, 3, 5].reduce((sum, part) => sum + (0.1 / part) * Math.sin(TAU * 50 * part * time), 0),
  );

/** Four chords, plucked twice a second, and a melody above them. */
function music(): Float32Array {
  const chords = [
    [220, 277.18, 329.63],
    [196, 246.94, 293.66],
    [174.61, 220, 261.63],
    [164.81, 207.65, 246.94],
  ];
  const melody = [659.25, 587.33, 523.25, 493.88, 440, 493.88, 523.25, 587.33];
  const tone = (frequency: number, age: number) =>
    Math.exp(-3 * age) *
    [1, 2, 3, 4].reduce((sum, part) => sum + Math.sin(TAU * frequency * part * age) / part, 0);
  return made((time) => {
    const beat = Math.floor(time * 2);
    const age = time - beat / 2;
    const chord = chords[Math.floor(beat / 4) % chords.length] ?? [];
    const sung = melody[beat % melody.length] ?? 0;
    return 0.06 * (chord.reduce((sum, note) => sum + tone(note, age), 0) + tone(sung, age));
  });
}

/** Short decaying bursts of noise at uneven intervals. */
function typing(): Float32Array {
  const draw = seededRandom(5);
  const pcm = new Float32Array(LENGTH);
  for (let at = 0.2; at < SECONDS - 0.1; at += 0.08 + 0.25 * draw()) {
    const start = Math.round(at * SAMPLE_RATE);
    const loudness = 0.1 + 0.25 * draw();
    for (let index = 0; index < 0.03 * SAMPLE_RATE; index += 1) {
      pcm[start + index] = loudness * Math.exp(-index / 90) * (2 * draw() - 1);
    }
  }
  return pcm;
}

/** A tone that rises from 100 Hz to 7 kHz and falls again. */
function sweep(): Float32Array {
  let phase = 0;
  return made((time) => {
    const rise = 1 - Math.abs(time / (SECONDS / 2) - 1);
    phase += (TAU * 100 * 70 ** rise) / SAMPLE_RATE;
    return 0.2 * Math.sin(phase);
  });
}

/** Breathing: band-limited noise that swells every four seconds. */
function breath(): Float32Array {
  const draw = seededRandom(7);
  let low = 0;
  let lower = 0;
  return made((time) => {
    low += 0.5 * (2 * draw() - 1 - low);
    lower += 0.05 * (low - lower);
    return 0.12 * Math.max(Math.sin((TAU * time) / 4), 0) ** 2 * (low - lower);
  });
}

/** Nine recordings of 30 s in which nobody speaks, the same every time. */
export const nonSpeech = (): Record<string, Float32Array> => ({
  silence: new Float32Array(LENGTH),
  'loud white noise': whiteNoise(0.2, 1),
  'quiet white noise': whiteNoise(0.02, 2),
  'brown noise': brownNoise(),
  hum: hum(),
  music: music(),
  typing: typing(),
  sweep: sweep(),
  breath: breath(),
});
