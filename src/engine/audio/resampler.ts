import { concatenate } from '../../lib/bytes/concatenate.ts';
import { type FirKernel, type FirPlan, firKernel, ROW_STEP } from './fir-kernel.ts';

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

  /** @param kernelOf computes the filters */
  constructor(
    inputRate: number,
    outputRate: number,
    { like, kernelOf = firKernel }: { like?: Resampler; kernelOf?: typeof firKernel } = {},
  ) {
    this.#stages = like
      ? like.#stages.map((stage) => stage.clone())
      : planStages(inputRate, outputRate).map((plan) => new PolyphaseStage(plan, kernelOf));
    this.#received = like ? like.#received : 0;
  }

  /** A resampler that has received the same and goes on by itself. */
  clone(): Resampler {
    return new Resampler(0, 0, { like: this });
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

/** Ratio up / down; edges of the pass and stop band in cycles per input sample. */
interface StagePlan {
  up: number;
  down: number;
  passEdge: number;
  stopEdge: number;
}

function planStages(inputRate: number, outputRate: number): StagePlan[] {
  if (inputRate === outputRate) return [];
  const stages: StagePlan[] = [];
  let rate = inputRate;
  if (inputRate >= LARGE_RATE && outputRate <= INTERMEDIATE_RATE / 2) {
    const factor = Math.floor(inputRate / INTERMEDIATE_RATE);
    rate = inputRate / factor;
    const keep = STOP_EDGE * outputRate;
    stages.push({ up: 1, down: factor, passEdge: keep / inputRate, stopEdge: (rate - keep) / inputRate });
  }
  const lower = Math.min(rate, outputRate);
  const factor = inputRate / rate;
  // Rates as whole numbers: rate = inputRate / factor.
  const divisor = greatestCommonDivisor(inputRate, outputRate * factor);
  stages.push({
    up: (outputRate * factor) / divisor,
    down: inputRate / divisor,
    passEdge: (PASS_EDGE * lower) / rate,
    stopEdge: (STOP_EDGE * lower) / rate,
  });
  return stages;
}

class PolyphaseStage {
  readonly #up: number;
  readonly #down: number;
  readonly #half: number;
  readonly #kernel: FirKernel;
  /** Input from sample `#first` on; never changed in place. */
  #buffer: Float32Array;
  #first: number;
  #received = 0;
  #written = 0;

  constructor(plan: StagePlan | PolyphaseStage, kernelOf: typeof firKernel) {
    if (plan instanceof PolyphaseStage) {
      this.#up = plan.#up;
      this.#down = plan.#down;
      this.#half = plan.#half;
      this.#kernel = plan.#kernel;
      this.#buffer = plan.#buffer;
      this.#first = plan.#first;
      this.#received = plan.#received;
      this.#written = plan.#written;
      return;
    }
    const { up, down, passEdge, stopEdge } = plan;
    this.#up = up;
    this.#down = down;
    const transition = 2.285 * 2 * Math.PI * (stopEdge - passEdge);
    this.#half = Math.ceil((STOP_BAND_DB - 7.95) / transition / 2) + 1;
    this.#first = -this.#half;
    this.#buffer = new Float32Array(this.#half);
    // One more than there are taps, for a phase that is rounded up to the next sample.
    const width = Math.ceil((this.#half * 2 + 2) / ROW_STEP) * ROW_STEP;
    this.#kernel = kernelOf(planOf({ up, down, half: this.#half, width, cutoff: (passEdge + stopEdge) / 2 }));
  }

  /** A stage that has received the same and goes on by itself. */
  clone(): PolyphaseStage {
    return new PolyphaseStage(this, firKernel);
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
    const padded = new Float32Array(this.#buffer.length + this.#half * 2 + 2);
    padded.set(this.#buffer);
    this.#buffer = padded;
    return this.#write(total);
  }

  /** Outputs up to sample `end` and drops the input that no later sample needs. */
  #write(end: number): Float32Array {
    const count = Math.max(0, end - this.#written);
    const at = this.#written * this.#down;
    const centre = Math.floor(at / this.#up);
    const start = centre - this.#half - this.#first;
    const output = this.#kernel.run(this.#buffer, start, at - centre * this.#up, count).slice();
    this.#written += count;
    const keepFrom = Math.floor((this.#written * this.#down) / this.#up) - this.#half;
    const drop = Math.min(this.#buffer.length, Math.max(0, keepFrom - this.#first));
    this.#buffer = this.#buffer.slice(drop);
    this.#first += drop;
    return output;
  }
}

/** Filters of all phases; ratios with too many of them share the nearest one. */
function planOf({
  up,
  down,
  half,
  width,
  cutoff,
}: {
  up: number;
  down: number;
  half: number;
  width: number;
  cutoff: number;
}): FirPlan {
  const phases = Math.min(up, MAX_PHASES);
  const taps = half * 2 + 1;
  const filters = designFilter(phases, half, cutoff);
  // The last row is the first one, a sample later.
  const table = new Float32Array((phases + 1) * width);
  for (let row = 0; row < phases; row++) {
    table.set(filters.subarray(row * taps, (row + 1) * taps), row * width);
  }
  table.set(filters.subarray(0, taps), phases * width + 1);
  const rowOf = Int32Array.from({ length: up }, (_, phase) => Math.round((phase * phases) / up));
  return { up, down, width, table, rowOf };
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
