import type { PcmBlock } from '../decoders/pcm-block.ts';

const BLOCK_SECONDS = 1;

/** Silence from second `start` on, in blocks with the rate and the channels of another. */
export function* silence(
  start: number,
  seconds: number,
  { planes, sampleRate }: PcmBlock,
): Generator<PcmBlock, void, undefined> {
  let left = Math.round(seconds * sampleRate);
  let timestamp = start;
  while (left > 0) {
    const length = Math.min(left, Math.round(BLOCK_SECONDS * sampleRate));
    yield { timestamp, sampleRate, planes: planes.map(() => new Float32Array(length)) };
    left -= length;
    timestamp += length / sampleRate;
  }
}
