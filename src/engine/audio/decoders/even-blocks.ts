import { Resampler } from '../resampler.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import type { PcmBlock } from './pcm-block.ts';

/** Samples at 16 kHz per block: half a second. */
export const BLOCK_SAMPLES = SAMPLE_RATE / 2;

/**
 * Converts blocks of any length and rate to 16 kHz, one plane per channel, in blocks of exactly half a second (the
 * last one may be shorter), so that nothing downstream depends on how a decoder splits its output. If the rate
 * changes midway, resampling restarts. Channels that appear late were silent before; if a stream falls back to mono,
 * all channels carry it. Channels that have been identical so far are resampled once and share their planes.
 */
export async function* toEvenBlocks(
  blocks: AsyncGenerator<PcmBlock, void, undefined>,
): AsyncGenerator<Float32Array[], void, undefined> {
  let rate = 0;
  /** Signal of each channel; identical channels share one. */
  const signals: Signal[] = [];
  const distinct = () => [...new Set(signals)];
  const readyBlocks = function* (least: number) {
    for (let length = readyLength(signals); length >= least && length > 0; length = readyLength(signals)) {
      const count = Math.min(length, BLOCK_SAMPLES);
      const taken = new Map(distinct().map((signal) => [signal, signal.queue.take(count)]));
      yield signals.map((signal) => taken.get(signal) ?? new Float32Array(count));
    }
  };

  for await (const { sampleRate, planes } of blocks) {
    if (sampleRate !== rate) {
      for (const signal of distinct()) signal.restart(sampleRate);
      rate = sampleRate;
    }
    if (signals.length === 0) {
      const first = new Signal(sampleRate);
      for (const _ of planes) signals.push(first);
    }
    while (signals.length < planes.length) signals.push(Signal.late(signals[0], sampleRate));
    const silence = new Float32Array(planes[0]?.length ?? 0);
    const inputs = signals.map(
      (_, channel) => planes[channel] ?? (planes.length === 1 ? planes[0] : undefined) ?? silence,
    );
    separate(signals, inputs);
    for (const signal of distinct()) signal.push(inputs[signals.indexOf(signal)] ?? silence);
    yield* readyBlocks(BLOCK_SAMPLES);
  }
  for (const signal of distinct()) signal.finish();
  yield* readyBlocks(1);
}

/** Gives channels a signal of their own as soon as they differ from those that they shared one with. */
function separate(signals: Signal[], inputs: readonly Float32Array[]): void {
  const users = new Map<Signal, { signal: Signal; input: Float32Array }[]>();
  for (const [channel, signal] of signals.entries()) {
    const input = inputs[channel] ?? new Float32Array(0);
    const known = users.get(signal) ?? [];
    users.set(signal, known);
    const same = known.find((other) => isSame(other.input, input));
    const own = same?.signal ?? (known.length === 0 ? signal : signal.clone());
    if (!same) known.push({ signal: own, input });
    signals[channel] = own;
  }
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** One signal on its way to 16 kHz. */
class Signal {
  #resampler: Resampler;

  constructor(
    sampleRate: number,
    readonly queue = new PcmQueue(),
    resampler?: Resampler,
  ) {
    this.#resampler = resampler ?? new Resampler(sampleRate, SAMPLE_RATE);
  }

  /** A signal that begins now, after as much silence as the first has received audio. */
  static late(first: Signal | undefined, sampleRate: number): Signal {
    const late = new Signal(sampleRate, new PcmQueue(first?.queue.received ?? 0));
    let left = first ? first.#resampler.received : 0;
    while (left > 0) {
      const length = Math.min(left, sampleRate);
      late.#resampler.push(new Float32Array(length));
      left -= length;
    }
    return late;
  }

  /** A signal with the same past. */
  clone(): Signal {
    return new Signal(0, this.queue.clone(), this.#resampler.clone());
  }

  push(input: Float32Array): void {
    this.queue.push(this.#resampler.push(input));
  }

  /** The rest, as if silence followed. */
  finish(): void {
    this.queue.push(this.#resampler.finish());
  }

  /** Goes on at another rate. */
  restart(sampleRate: number): void {
    this.finish();
    this.#resampler = new Resampler(sampleRate, SAMPLE_RATE);
  }
}

const readyLength = ([first]: readonly Signal[]): number => first?.queue.length ?? 0;

/** Samples waiting to fill a block. */
class PcmQueue {
  #samples: Float32Array;
  #taken = 0;

  /** Starts with `silent` samples of silence, all but the last of which belong to earlier blocks. */
  constructor(silent = 0) {
    this.#taken = silent - (silent % BLOCK_SAMPLES);
    this.#samples = new Float32Array(silent % BLOCK_SAMPLES);
  }

  clone(): PcmQueue {
    const clone = new PcmQueue();
    clone.#taken = this.#taken;
    clone.#samples = this.#samples;
    return clone;
  }

  get length(): number {
    return this.#samples.length;
  }

  get received(): number {
    return this.#taken + this.#samples.length;
  }

  push(samples: Float32Array): void {
    const joined = new Float32Array(this.#samples.length + samples.length);
    joined.set(this.#samples);
    joined.set(samples, this.#samples.length);
    this.#samples = joined;
  }

  take(count: number): Float32Array {
    const taken = this.#samples.slice(0, count);
    this.#samples = this.#samples.slice(count);
    this.#taken += count;
    return taken;
  }
}
