import { medianFilter } from './median-filter.ts';

/** Width of the running median over attention weights, in frames. */
const MEDIAN_WIDTH = 7;

/** Cross attention of the heads that follow the speech. */
export interface HeadAttention {
  heads: number;
  rows: number;
  frames: number;
  /** Probabilities, `heads` × `rows` × `frames`, cropped to the frames that contain audio. */
  weights: Float32Array;
}

/**
 * Converts attention weights into the cost of matching a token (row) with a frame (column), for `dtw`: each row
 * becomes a distribution over the real frames, each frame is standardised over the rows, a running median removes
 * spikes, and the heads are averaged.
 *
 * @returns `rows` × `frames`; low where a token was spoken
 * @see Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), word-level timestamps
 */
export function attentionCost({ heads, rows, frames, weights }: HeadAttention): Float32Array {
  const cost = new Float32Array(rows * frames);
  for (let head = 0; head < heads; head += 1) {
    const plane = weights.slice(head * rows * frames, (head + 1) * rows * frames);
    normaliseRows(plane, rows, frames);
    standardiseColumns(plane, rows, frames);
    for (let row = 0; row < rows; row += 1) {
      const smooth = medianFilter(plane.subarray(row * frames, (row + 1) * frames), MEDIAN_WIDTH);
      for (let frame = 0; frame < frames; frame += 1) {
        const cell = row * frames + frame;
        cost[cell] = (cost[cell] ?? 0) - (smooth[frame] ?? 0) / heads;
      }
    }
  }
  return cost;
}

function normaliseRows(plane: Float32Array, rows: number, frames: number): void {
  for (let row = 0; row < rows; row += 1) {
    const weights = plane.subarray(row * frames, (row + 1) * frames);
    let sum = 0;
    for (const weight of weights) sum += weight;
    if (sum <= 0) continue;
    for (let frame = 0; frame < frames; frame += 1) weights[frame] = (weights[frame] ?? 0) / sum;
  }
}

function standardiseColumns(plane: Float32Array, rows: number, frames: number): void {
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    let squares = 0;
    for (let cell = frame; cell < plane.length; cell += frames) {
      const weight = plane[cell] ?? 0;
      sum += weight;
      squares += weight * weight;
    }
    const mean = sum / rows;
    const deviation = Math.sqrt(Math.max(squares / rows - mean * mean, 0));
    for (let cell = frame; cell < plane.length; cell += frames) {
      plane[cell] = deviation > 0 ? ((plane[cell] ?? 0) - mean) / deviation : 0;
    }
  }
}
