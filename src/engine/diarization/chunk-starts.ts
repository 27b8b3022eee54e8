import { SAMPLE_RATE } from '../audio/speech-window.ts';
import { CHUNK_SAMPLES } from './segmentation-model.ts';
import { FRAME_SAMPLES } from './speaker-activity.ts';

/** Neighbouring chunks overlap by at least 1.5 s, enough to recognise a speaker of one in the other. */
const LONGEST_STEP_SAMPLES = CHUNK_SAMPLES - 1.5 * SAMPLE_RATE;

/**
 * Start frames of a window's chunks: evenly spaced, the first at the window's start, the last ending at its end.
 *
 * @param samples of the window
 */
export function chunkStarts(samples: number): number[] {
  const rest = Math.max(0, samples - CHUNK_SAMPLES);
  const steps = Math.ceil(rest / LONGEST_STEP_SAMPLES);
  return Array.from({ length: steps + 1 }, (_, index) =>
    Math.floor((steps === 0 ? 0 : (rest * index) / steps) / FRAME_SAMPLES),
  );
}
