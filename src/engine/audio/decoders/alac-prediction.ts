import type { BitReader } from './bit-reader.ts';

/** How fast the entropy coder adapts. */
export interface RiceSettings {
  historyMultiplier: number;
  initialHistory: number;
  maxRiceParameter: number;
}

/** A prefix of this many ones means that the value follows uncompressed. */
const ESCAPE_ONES = 9;
const HISTORY_BITS = 9;
const HISTORY_LIMIT = 0xffff;
const RUN_VALUE_BITS = 16;

/** Decodes adaptive Rice codes of prediction errors of at most `width` bits. Throws RangeError if they are damaged. */
export function readResiduals(
  bits: BitReader,
  { length, width }: { length: number; width: number },
  settings: RiceSettings,
  riceFactor: number,
): Int32Array {
  const residuals = new Int32Array(length);
  const multiplier = (settings.historyMultiplier * riceFactor) >> 2;
  let history = settings.initialHistory;
  let afterRun = 0;
  for (let index = 0; index < length; ) {
    const parameter = Math.min(31 - Math.clz32((history >> HISTORY_BITS) + 3), settings.maxRiceParameter);
    const code = readRice(bits, parameter, width) + afterRun;
    residuals[index++] = code & 1 ? -((code + 1) / 2) : code / 2;
    history =
      code - afterRun > HISTORY_LIMIT
        ? HISTORY_LIMIT
        : multiplier * code + history - ((multiplier * history) >> HISTORY_BITS);
    afterRun = 0;
    // In quiet passages a run length of zeros follows.
    if (history << 2 < 1 << HISTORY_BITS && index < length) {
      const runParameter = Math.clz32(history) - 24 + ((history + 16) >> 6);
      const mask = 2 ** settings.maxRiceParameter - 1;
      const run = readRice(bits, runParameter, RUN_VALUE_BITS, mask);
      if (index + run > length) throw new RangeError('A run of zeros is longer than the frame.');
      index += run;
      afterRun = run < HISTORY_LIMIT ? 1 : 0;
      history = 0;
    }
  }
  return residuals;
}

/** One code: a unary quotient, then the remainder, which takes one bit less if it is zero. */
function readRice(bits: BitReader, parameter: number, escapeWidth: number, mask = 0xffffffff): number {
  const ones = bits.readOnes(ESCAPE_ONES);
  if (ones === ESCAPE_ONES) return bits.read(escapeWidth);
  const divisor = (((1 << parameter) - 1) & mask) >>> 0;
  const start = bits.position;
  const remainder = bits.read(parameter);
  if (remainder >= 2) return ones * divisor + remainder - 1;
  bits.position = start + parameter - 1;
  return ones * divisor;
}

/**
 * Turns prediction errors into samples, in place. Without coefficients (or with 31, by the format's rule) each sample
 * is predicted by the one before; otherwise by an adaptive filter that follows the signs of its errors.
 */
export function undoPrediction(
  samples: Int32Array,
  coefficients: Int16Array | null,
  shift: number,
  width: number,
): Int32Array {
  const spare = 32 - width;
  const order = coefficients?.length ?? 31;
  if (order === 0) return samples;
  const warmUp = order === 31 ? samples.length - 1 : Math.min(order, samples.length - 1);
  for (let index = 1; index <= warmUp; index++) {
    samples[index] = (((samples[index] ?? 0) + (samples[index - 1] ?? 0)) << spare) >> spare;
  }
  if (order === 31 || !coefficients) return samples;
  const filter = { coefficients, shift, spare };
  for (let index = order + 1; index < samples.length; index++) {
    predictSample(samples, index, filter);
  }
  return samples;
}

interface Filter {
  coefficients: Int16Array;
  shift: number;
  /** Bits of a number that a sample leaves free. */
  spare: number;
}

function predictSample(samples: Int32Array, index: number, { coefficients, shift, spare }: Filter): void {
  const order = coefficients.length;
  const base = samples[index - order - 1] ?? 0;
  let sum = shift > 0 ? 1 << (shift - 1) : 0;
  for (let tap = 0; tap < order; tap++) {
    sum = (sum + Math.imul(coefficients[tap] ?? 0, (samples[index - 1 - tap] ?? 0) - base)) | 0;
  }
  const error = samples[index] ?? 0;
  samples[index] = ((error + base + (sum >> shift)) << spare) >> spare;

  const sign = Math.sign(error);
  let left = Math.abs(error);
  for (let tap = order - 1; tap >= 0 && left > 0; tap--) {
    const difference = base - (samples[index - 1 - tap] ?? 0);
    const direction = Math.sign(difference);
    coefficients[tap] = (coefficients[tap] ?? 0) - sign * direction;
    // The reference shifts the signed value, so rounding depends on the error's sign.
    left -= (order - tap) * sign * ((sign * direction * difference) >> shift);
  }
}
