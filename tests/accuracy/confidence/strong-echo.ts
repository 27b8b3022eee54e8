import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { SAMPLE_RATE } from '../whisper/write-wav.ts';

/** Reflections of a large empty hall: so many in so many seconds, which decay by 60 dB in twice the time. */
const REFLECTIONS = 300;
const HALL_SECONDS = 1;
const DECAY = Math.log(1000) / (2 * HALL_SECONDS);
/** Of the sound that comes without a reflection, 0 to 1. */
const DIRECT_GAIN = 0.15;
const REFLECTION_GAIN = 0.12;
/** Full scale of the clipped sound, and how far above it the loudest sample would be. */
const CLIPPED_AT = 0.4;
const OVERDRIVE = 60;

/** A voice far away in a hall. */
export function inHall(pcm: Float32Array): Float32Array {
  const random = seededRandom(3);
  const out = pcm.map((value) => value * DIRECT_GAIN);
  for (let index = 0; index < REFLECTIONS; index += 1) {
    const seconds = random() * HALL_SECONDS;
    const delay = Math.round(seconds * SAMPLE_RATE);
    const gain = (random() < 0.5 ? -1 : 1) * REFLECTION_GAIN * Math.exp(-DECAY * seconds);
    for (let at = delay; at < pcm.length; at += 1) out[at] = (out[at] ?? 0) + gain * (pcm[at - delay] ?? 0);
  }
  return out;
}

/** A voice that overdrives its microphone, of which the sound was made quieter afterwards. */
export function clipped(pcm: Float32Array): Float32Array {
  const loudest = pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  const gain = OVERDRIVE / loudest;
  return pcm.map((value) => CLIPPED_AT * Math.min(Math.max(value * gain, -1), 1));
}
