import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { SAMPLE_RATE } from '../whisper/write-wav.ts';

const TAPS = 255;
const TELEPHONE_HZ = [300, 3400] as const;
const FAR_HZ = [60, 5000] as const;
const FAR_GAIN = 0.2;
const ROOM_SECONDS = 0.25;
const ECHOES = 60;
const ECHO_GAIN = 0.35;
const DIRECT_GAIN = 0.5;
/** Of an amplitude over the length of a room's echo: 60 dB. */
const DECAY = Math.log(1000);

/** The band of a telephone. */
export const overTelephone = (pcm: Float32Array): Float32Array => convolved(pcm, bandPass(...TELEPHONE_HZ));

/** A voice from the other end of a room: quieter, without the highest tones, with echoes that decay by 60 dB. */
export function farAway(pcm: Float32Array): Float32Array {
  const random = seededRandom(1);
  const out = pcm.map((value) => value * DIRECT_GAIN);
  for (let echo = 0; echo < ECHOES; echo++) {
    const delay = Math.round(random() * ROOM_SECONDS * SAMPLE_RATE);
    const gain = (random() - 0.5) * ECHO_GAIN * Math.exp((-DECAY * delay) / (ROOM_SECONDS * SAMPLE_RATE));
    for (let at = delay; at < pcm.length; at++) out[at] = (out[at] ?? 0) + gain * (pcm[at - delay] ?? 0);
  }
  return convolved(out, bandPass(...FAR_HZ)).map((value) => value * FAR_GAIN);
}

/** Windowed sinc (Hann). */
function bandPass(low: number, high: number): Float32Array {
  const middle = (TAPS - 1) / 2;
  const sinc = (hz: number, tap: number) => {
    const share = (2 * hz) / SAMPLE_RATE;
    const x = Math.PI * share * (tap - middle);
    return x === 0 ? share : (share * Math.sin(x)) / x;
  };
  return Float32Array.from(
    { length: TAPS },
    (_, tap) => (sinc(high, tap) - sinc(low, tap)) * (0.5 - 0.5 * Math.cos((2 * Math.PI * tap) / (TAPS - 1))),
  );
}

function convolved(pcm: Float32Array, response: Float32Array): Float32Array {
  const out = new Float32Array(pcm.length);
  response.forEach((weight, tap) => {
    for (let at = tap; at < pcm.length; at++) out[at] = (out[at] ?? 0) + weight * (pcm[at - tap] ?? 0);
  });
  return out;
}
