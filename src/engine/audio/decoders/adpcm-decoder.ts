import type { BlockFormat } from '../../../media/audio-track.ts';
import { viewOf } from '../../../media/byte-reader.ts';
import { GsmDecoder } from './gsm-decoder.ts';

const IMA_STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
  107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724,
  796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026,
  4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500,
  20350, 22385, 24623, 27086, 29794, 32767,
];
const IMA_INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8];
const MS_STEP_CHANGES = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
const MS_COEFFICIENTS = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
] as const;
const LEAST_MS_STEP = 16;
/** IMA gives each channel four bytes in turn. */
const IMA_TURN_BYTES = 4;

const to16Bits = (value: number) => Math.max(-32_768, Math.min(32_767, value));

/** Decodes whole blocks, in order, into one plane of ±1 per channel. */
export function blockDecoder(
  { coder, blockBytes }: BlockFormat,
  channels: number,
): (data: Uint8Array) => Float32Array[] {
  const gsm = new GsmDecoder();
  return (data) => {
    const planes: number[][] = Array.from({ length: channels }, () => []);
    for (let at = 0; at + blockBytes <= data.length; at += blockBytes) {
      const block = data.subarray(at, at + blockBytes);
      if (coder === 'gsm') planes[0]?.push(...gsm.decodePair(block));
      for (const [channel, plane] of coder === 'gsm' ? [] : planes.entries()) {
        plane.push(...(coder === 'adpcm-ms' ? decodeMs : decodeIma)(block, channel, channels));
      }
    }
    return planes.map((plane) => Float32Array.from(plane, (value) => value / 2 ** 15));
  };
}

/** Microsoft's ADPCM: a prediction from two samples, and a step that each code scales. */
function decodeMs(block: Uint8Array, channel: number, channels: number): number[] {
  const view = viewOf(block);
  const [first, second] = MS_COEFFICIENTS[block[channel] ?? 0] ?? MS_COEFFICIENTS[0];
  const numberAt = (index: number) => view.getInt16(channels + (index * channels + channel) * 2, true);
  let step = numberAt(0);
  let last = numberAt(1);
  let before = numberAt(2);
  const samples = [before, last];
  const codes = (block.length - 7 * channels) * 2;
  for (let code = channel; code < codes; code += channels) {
    const byte = block[7 * channels + (code >> 1)] ?? 0;
    const bits = code % 2 === 0 ? byte >> 4 : byte & 15;
    const predicted = Math.trunc((last * first + before * second) / 256);
    before = last;
    last = to16Bits(predicted + (bits < 8 ? bits : bits - 16) * step);
    samples.push(last);
    step = Math.max(LEAST_MS_STEP, ((MS_STEP_CHANGES[bits] ?? 0) * step) >> 8);
  }
  return samples;
}

/** IMA's ADPCM as WAVE has it: a change from the sample before, in steps of a table. */
function decodeIma(block: Uint8Array, channel: number, channels: number): number[] {
  let last = viewOf(block).getInt16(channel * 4, true);
  let index = block[channel * 4 + 2] ?? 0;
  const samples = [last];
  const turn = IMA_TURN_BYTES * channels;
  for (let start = turn; start + turn <= block.length; start += turn) {
    for (let code = 0; code < IMA_TURN_BYTES * 2; code++) {
      const byte = block[start + channel * IMA_TURN_BYTES + (code >> 1)] ?? 0;
      const bits = code % 2 === 0 ? byte & 15 : byte >> 4;
      index = Math.min(IMA_STEPS.length - 1, index);
      const step = IMA_STEPS[index] ?? 0;
      const change = ((2 * (bits & 7) + 1) * step) >> 3;
      last = to16Bits(last + (bits & 8 ? -change : change));
      index = Math.max(0, index + (IMA_INDEX_CHANGES[bits & 7] ?? 0));
      samples.push(last);
    }
  }
  return samples;
}
