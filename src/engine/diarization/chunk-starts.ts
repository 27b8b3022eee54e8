import { CHUNK_SAMPLES } from './segmentation-model.ts';
import { FRAME_SAMPLES } from './speaker-activity.ts';

/**
 * Every moment away from the ends is in two chunks: of people who talk in turn, one chunk alone often takes two for one. A third
 * chunk costs more and finds fewer of them (docs/accuracy.md).
 */
const LONGEST_STEP_SAMPLES = CHUNK_SAMPLES / 2;

/** Frames where the chunks of a window of so many samples (16 kHz) start: evenly spaced, from its start to its end. */
export function chunkStarts(samples: number): number[] {
  const rest = Math.max(0, samples - CHUNK_SAMPLES);
  const steps = Math.ceil(rest / LONGEST_STEP_SAMPLES);
  return Array.from({ length: steps + 1 }, (_, index) =>
    Math.floor((steps === 0 ? 0 : (rest * index) / steps) / FRAME_SAMPLES),
  );
}
