import type { PcmBlock } from './pcm-block.ts';
import { Resampler } from './resampler.ts';
import { SAMPLE_RATE } from './speech-window.ts';

/** Samples at 16 kHz per block: half a second. */
export const BLOCK_SAMPLES = SAMPLE_RATE / 2;

/**
 * Converts blocks of any length and rate to 16 kHz, one plane per channel, in blocks of exactly half a second (the
 * last one may be shorter), so that nothing downstream depends on how a decoder splits its output. If the rate
 * changes midway, resampling restarts. Channels that appear late were silent before; if a stream falls back to mono,
 * all channels carry it.
 */
export async function* toEvenBlocks(
  blocks: AsyncGenerator<PcmBlock, void, undefined>,
): AsyncGenerator<Float32Array[], void, undefined> {
  let rate = 0;
  let resamplers: Resampler[] = [];
  const queues: PcmQueue[] = [];

  const drain = (planes: Float32Array[]) => {
    for (const [channel, plane] of planes.entries()) queues[channel]?.push(plane);
  };
  const readyBlocks = function* (least: number) {
    for (let length = queueLength(queues); length >= least && length > 0; length = queueLength(queues)) {
      const count = Math.min(length, BLOCK_SAMPLES);
      yield queues.map((queue) => queue.take(count));
    }
  };

  for await (const { sampleRate, planes } of blocks) {
    if (sampleRate !== rate) {
      drain(resamplers.map((resampler) => resampler.finish()));
      rate = sampleRate;
      resamplers = queues.map(() => new Resampler(sampleRate, SAMPLE_RATE));
    }
    while (queues.length < planes.length) {
      const start = queues[0]?.received ?? 0;
      queues.push(new PcmQueue(start));
      resamplers.push(lateResampler(resamplers[0], sampleRate));
    }
    const silence = new Float32Array(planes[0]?.length ?? 0);
    drain(
      resamplers.map((resampler, channel) =>
        resampler.push(planes[channel] ?? (planes.length === 1 ? planes[0] : undefined) ?? silence),
      ),
    );
    yield* readyBlocks(BLOCK_SAMPLES);
  }
  drain(resamplers.map((resampler) => resampler.finish()));
  yield* readyBlocks(1);
}

/** A resampler that has received as much silence as the others have received audio. */
function lateResampler(first: Resampler | undefined, sampleRate: number): Resampler {
  const late = new Resampler(sampleRate, SAMPLE_RATE);
  let left = first?.received ?? 0;
  while (left > 0) {
    const length = Math.min(left, sampleRate);
    late.push(new Float32Array(length));
    left -= length;
  }
  return late;
}

function queueLength(queues: PcmQueue[]): number {
  return queues[0]?.length ?? 0;
}

/** Samples waiting to fill a block. */
class PcmQueue {
  #samples: Float32Array;
  #taken = 0;

  /** Starts with `silent` samples of silence, all but the last of which belong to earlier blocks. */
  constructor(silent: number) {
    this.#taken = silent - (silent % BLOCK_SAMPLES);
    this.#samples = new Float32Array(silent % BLOCK_SAMPLES);
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
