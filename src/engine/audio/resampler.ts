/**
 * Streaming, band-limited sample rate conversion: a polyphase FIR filter, a sinc under a Kaiser window (Crochiere and
 * Rabiner, "Multirate Digital Signal Processing", 1983; Kaiser's formulas for the window). Flat within 0.1 dB up to 7
 * kHz (for 16 kHz); aliasing below that is suppressed by 80 dB. Sample n of the output is the signal at time n /
 * outputRate. The output has ceil(input · outputRate / inputRate) samples and is bit-identical however the input is
 * split into chunks.
 */
export class Resampler {
  readonly #stages: PolyphaseStage[];
  #received = 0;

  constructor(inputRate: number, outputRate: number) {
    this.#stages = planStages(inputRate, outputRate);
  }

  /** Samples pushed so far. */
  get received(): number {
    return this.#received;
  }

  /** The samples that are final so far; may be none. */
  push(input: Float32Array): Float32Array {
    this.#received += input.length;
    return this.#stages.reduce((samples, stage) => stage.push(samples), input);
  }

  /** The rest, as if silence followed. */
  finish(): Float32Array {
    const parts: Float32Array[] = [];
    for (const [index, stage] of this.#stages.entries()) {
      parts.push(
        this.#stages.slice(index + 1).reduce((samples, later) => later.push(samples), stage.finish()),
      );
    }
    return concatenate(parts);
  }
}

const STOP_BAND_DB = 86;
/** Pass band edge, relative to the lower of both rates. */
const PASS_EDGE = 7 / 16;
/** Stop band edge: frequencies above it fold back only to above the pass band edge. */
const STOP_EDGE = 8.6 / 16;
/** Higher rates are first divided by a whole number, which needs only a short filter. */
const LARGE_RATE = 88_000;
const INTERMEDIATE_RATE = 44_000;
/** Ratios with more phases than this (odd rates, such as 44,101 Hz) use the nearest one: an error of −66 dB at most. */
const MAX_PHASES = 1024;

function planStages(inputRate: number, outputRate: number): PolyphaseStage[] {
  if (inputRate === outputRate) return [];
  const stages: PolyphaseStage[] = [];
  let rate = inputRate;
  if (inputRate >= LARGE_RATE && outputRate <= INTERMEDIATE_RATE / 2) {
    const factor = Math.floor(inputRate / INTERMEDIATE_RATE);
    rate = inputRate / factor;
    const keep = STOP_EDGE * outputRate;
    stages.push(new PolyphaseStage(1, factor, keep / inputRate, (rate - keep) / inputRate));
  }
  const lower = Math.min(rate, outputRate);
  const factor = inputRate / rate;
  // Rates as whole numbers: rate = inputRate / factor.
  const divisor = greatestCommonDivisor(inputRate, outputRate * factor);
  stages.push(
    new PolyphaseStage(
      (outputRate * factor) / divisor,
      inputRate / divisor,
      (PASS_EDGE * lower) / rate,
      (STOP_EDGE * lower) / rate,
    ),
  );
  return stages;
}

/** Ratio up / down; edges of the pass and stop band in cycles per input sample. */
class PolyphaseStage {
  readonly #up: number;
  readonly #down: number;
  readonly #phases: number;
  readonly #taps: number;
  readonly #half: number;
  /** `taps` coefficients per phase, in the order of the input samples they apply to. */
  readonly #table: Float32Array;
  /** Input from sample `#first` on. */
  #buffer = new Float32Array(0);
  #first: number;
  #received = 0;
  #written = 0;

  constructor(up: number, down: number, passEdge: number, stopEdge: number) {
    this.#up = up;
    this.#down = down;
    this.#phases = Math.min(up, MAX_PHASES);
    const width = stopEdge - passEdge;
    this.#half = Math.ceil((STOP_BAND_DB - 7.95) / (2.285 * 2 * Math.PI * width) / 2) + 1;
    this.#taps = this.#half * 2 + 1;
    this.#first = -this.#half;
    this.#buffer = new Float32Array(this.#half);
    this.#table = designFilter(this.#phases, this.#half, (passEdge + stopEdge) / 2);
  }

  push(input: Float32Array): Float32Array {
    const joined = new Float32Array(this.#buffer.length + input.length);
    joined.set(this.#buffer);
    joined.set(input, this.#buffer.length);
    this.#buffer = joined;
    this.#received += input.length;
    return this.#write(Math.ceil(((this.#received - this.#half - 1) * this.#up) / this.#down));
  }

  finish(): Float32Array {
    const total = Math.ceil((this.#received * this.#up) / this.#down);
    const padded = new Float32Array(this.#buffer.length + this.#taps + 1);
    padded.set(this.#buffer);
    this.#buffer = padded;
    return this.#write(total);
  }

  /** Outputs up to sample `end` and drops the input that no later sample needs. */
  #write(end: number): Float32Array {
    const output = new Float32Array(Math.max(0, end - this.#written));
    const taps = this.#taps;
    for (let index = 0; index < output.length; index++) {
      const at = (this.#written + index) * this.#down;
      let centre = Math.floor(at / this.#up);
      let phase = Math.round(((at - centre * this.#up) * this.#phases) / this.#up);
      if (phase === this.#phases) {
        phase = 0;
        centre++;
      }
      const start = centre - this.#half - this.#first;
      output[index] = dot(this.#buffer, start, this.#table, phase * taps, taps);
    }
    this.#written += output.length;
    const keepFrom = Math.floor((this.#written * this.#down) / this.#up) - this.#half;
    const drop = Math.min(this.#buffer.length, Math.max(0, keepFrom - this.#first));
    this.#buffer = this.#buffer.slice(drop);
    this.#first += drop;
    return output;
  }
}

/** The innermost loop of all decoding: four sums, so that additions need not wait for each other. */
function dot(a: Float32Array, aStart: number, b: Float32Array, bStart: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    const x = aStart + index;
    const y = bStart + index;
    first += (a[x] ?? 0) * (b[y] ?? 0);
    second += (a[x + 1] ?? 0) * (b[y + 1] ?? 0);
    third += (a[x + 2] ?? 0) * (b[y + 2] ?? 0);
    fourth += (a[x + 3] ?? 0) * (b[y + 3] ?? 0);
  }
  for (; index < length; index++) first += (a[aStart + index] ?? 0) * (b[bStart + index] ?? 0);
  return first + second + (third + fourth);
}

function designFilter(phases: number, half: number, cutoff: number): Float32Array {
  const taps = half * 2 + 1;
  const table = new Float32Array(phases * taps);
  const beta = 0.1102 * (STOP_BAND_DB - 8.7);
  const norm = bessel(beta);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    const row = new Float64Array(taps);
    for (let tap = 0; tap < taps; tap++) {
      const time = tap - half - phase / phases;
      const edge = time / (half + 1);
      const window = Math.abs(edge) < 1 ? bessel(beta * Math.sqrt(1 - edge * edge)) / norm : 0;
      const angle = 2 * Math.PI * cutoff * time;
      row[tap] = window * (time === 0 ? 2 * cutoff : Math.sin(angle) / (Math.PI * time));
      sum += row[tap] ?? 0;
    }
    // Every phase passes a constant unchanged; otherwise the differences would be audible as a tone.
    for (let tap = 0; tap < taps; tap++) table[phase * taps + tap] = (row[tap] ?? 0) / sum;
  }
  return table;
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function concatenate(parts: Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
