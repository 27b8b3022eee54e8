import type { PcmFormat } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { visitFloats } from './float-values.ts';

/** Below this, about −70 dB of full scale, integers have nothing but noise. */
const LARGEST_TINY = 2 ** -12;
/** Beyond, a value is damage. */
const LARGEST_VALUE = 16;
/** Values are counted by half octaves. */
const STEPS_PER_OCTAVE = 2;
/** Loud samples of speech are ten times the median and more; of noise, and of single bits, four times at most. */
const LEAST_STEPS = 7;
const LOUD_SHARE = 0.99;

/**
 * The value of full scale of float samples in a tiny scale, of which floats lose nothing; undefined for silence, noise,
 * and sound of the usual scale. `largest` is the largest value at some places.
 */
export async function scaleOfTiny(
  bytes: ByteReader,
  all: { start: number; end: number },
  format: PcmFormat,
  largest: number,
): Promise<number | undefined> {
  if (!(largest > 0) || largest >= LARGEST_TINY) return undefined;
  const counts = new Map<number, number>();
  let peak = 0;
  await visitFloats(bytes, all, format, (value) => {
    if (!(value > 0) || value > LARGEST_VALUE) return true;
    const step = Math.round(Math.log2(value) * STEPS_PER_OCTAVE);
    counts.set(step, (counts.get(step) ?? 0) + 1);
    peak = Math.max(peak, value);
    return value < LARGEST_TINY;
  });
  if (peak >= LARGEST_TINY) return undefined;
  const isSpeech = stepOf(counts, LOUD_SHARE) - stepOf(counts, 0.5) >= LEAST_STEPS;
  return isSpeech ? 2 ** Math.ceil(Math.log2(peak)) : undefined;
}

/** The step below which this share of the values is. */
function stepOf(counts: ReadonlyMap<number, number>, share: number): number {
  const steps = [...counts].sort(([one], [other]) => one - other);
  let left = share * steps.reduce((sum, [, count]) => sum + count, 0);
  for (const [step, count] of steps) {
    left -= count;
    if (left <= 0) return step;
  }
  return 0;
}
