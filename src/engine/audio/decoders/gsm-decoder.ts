/** Bits of the eight log area ratios of a frame. */
const RATIO_BITS = [6, 6, 5, 5, 4, 4, 3, 3];
/** Offset, least code and inverse scale of each (ETSI EN 300 961, table 4.1, in 16 bits). */
const RATIOS = [
  [0, -32, 13_107],
  [0, -32, 13_107],
  [2048, -16, 13_107],
  [-2560, -16, 13_107],
  [94, -8, 19_223],
  [-1792, -8, 17_476],
  [-341, -4, 31_454],
  [-1144, -4, 29_708],
] as const;
const MANTISSAS = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767];
const GAINS = [3277, 11_469, 21_299, 32_767];
const FRAME = 160;
const PART = 40;
const HISTORY = 120;
/** Where the ratios of a frame replace those of the one before, in steps: first sample, and quarters of the new ones. */
const STEPS = [
  [0, 1],
  [13, 2],
  [27, 3],
  [40, 4],
] as const;
const DE_EMPHASIS = 28_180;

const saturated = (value: number) => Math.max(-32_768, Math.min(32_767, value));
/** The rounded product of two numbers of 16 bits with the point in front. */
const product = (one: number, other: number) => saturated((one * other + 16_384) >> 15);

/** GSM 6.10, full rate (ETSI EN 300 961, section 4.3): its arithmetic of 16 bits. Frames depend on those before. */
export class GsmDecoder {
  readonly #residual = new Int16Array(HISTORY + FRAME);
  readonly #delayed = new Int16Array(RATIOS.length + 1);
  #ratios: number[] = RATIOS.map(() => 0);
  #lag = PART;
  #last = 0;

  /** 320 samples of 16 bits from the 65 bytes of two frames, the lowest bit of each first, as WAVE has them. */
  decodePair(block: Uint8Array): number[] {
    let bit = 0;
    const read = (width: number): number => {
      let value = 0;
      for (let index = 0; index < width; index++, bit++) {
        value |= (((block[bit >> 3] ?? 0) >> (bit & 7)) & 1) << index;
      }
      return value;
    };
    return [...this.#decode(read), ...this.#decode(read)];
  }

  #decode(read: (width: number) => number): number[] {
    const before = this.#ratios;
    this.#ratios = RATIO_BITS.map((width, index) => {
      const [offset, least, scale] = RATIOS[index] ?? [0, 0, 0];
      return saturated(2 * product(scale, ((read(width) + least) << 10) - 2 * offset));
    });
    this.#residual.copyWithin(0, FRAME);
    for (let start = HISTORY; start < HISTORY + FRAME; start += PART) this.#readPart(read, start);
    const samples: number[] = [];
    for (const [index, [start, share]] of STEPS.entries()) {
      const coefficients = this.#ratios.map((ratio, place) =>
        reflection(mixed(before[place] ?? 0, ratio, share)),
      );
      for (let at = start; at < (STEPS[index + 1]?.[0] ?? FRAME); at++) {
        samples.push(this.#filter(this.#residual[HISTORY + at] ?? 0, coefficients));
      }
    }
    return samples;
  }

  /** A quarter of the residual: 13 pulses, and what was there a pitch period before. */
  #readPart(read: (width: number) => number, start: number): void {
    const residual = this.#residual;
    const lag = read(7);
    if (lag >= PART && lag <= HISTORY) this.#lag = lag;
    const gain = GAINS[read(2)] ?? 0;
    const grid = read(2);
    const largest = read(6);
    let exponent = largest > 15 ? (largest >> 3) - 1 : 0;
    let mantissa = largest - (exponent << 3);
    if (mantissa === 0) {
      exponent = -4;
      mantissa = 7;
    } else {
      for (; mantissa <= 7; exponent--) mantissa = mantissa * 2 + 1;
      mantissa -= 8;
    }
    const pulses = new Int16Array(PART);
    for (let pulse = 0; pulse < 13; pulse++) {
      const value = product(MANTISSAS[mantissa] ?? 0, (read(3) * 2 - 7) << 12);
      const rounding = exponent === 6 ? 0 : 1 << (5 - exponent);
      pulses[grid + 3 * pulse] = saturated(value + rounding) >> (6 - exponent);
    }
    for (let index = 0; index < PART; index++) {
      const earlier = residual[start + index - this.#lag] ?? 0;
      residual[start + index] = saturated((pulses[index] ?? 0) + product(gain, earlier));
    }
  }

  /** The lattice of the vocal tract, and the emphasis undone. */
  #filter(input: number, coefficients: readonly number[]): number {
    const delayed = this.#delayed;
    let value = input;
    for (let index = coefficients.length - 1; index >= 0; index--) {
      const coefficient = coefficients[index] ?? 0;
      value = saturated(value - product(coefficient, delayed[index] ?? 0));
      delayed[index + 1] = saturated((delayed[index] ?? 0) + product(coefficient, value));
    }
    delayed[0] = value;
    this.#last = saturated(value + product(this.#last, DE_EMPHASIS));
    return saturated(this.#last * 2) & ~7;
  }
}

const mixed = (before: number, now: number, quarters: number): number => {
  if (quarters === 1) return (before >> 2) + (now >> 2) + (before >> 1);
  if (quarters === 2) return (before >> 1) + (now >> 1);
  return quarters === 3 ? (before >> 2) + (now >> 2) + (now >> 1) : now;
};

/** The coefficient of a log area ratio, by three straight lines. */
function reflection(ratio: number): number {
  const size = Math.min(32_767, Math.abs(ratio));
  const value = size < 11_059 ? size * 2 : size < 20_070 ? size + 11_059 : saturated((size >> 2) + 26_112);
  return ratio < 0 ? -value : value;
}
