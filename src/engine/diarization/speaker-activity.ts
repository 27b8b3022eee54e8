/** Samples at 16 kHz per segmentation frame. */
export const FRAME_SAMPLES = 270;
/** Start of the first frame: half its receptive field less half a frame. */
export const FIRST_FRAME_SAMPLE = 360;

/** Who speaks in each frame of a chunk: one row per local speaker, 1 while they speak. */
export type SpeakerActivity = readonly [Uint8Array, Uint8Array, Uint8Array];

/** Local speakers of each class: nobody, one of three, two of three. */
const CLASSES: readonly (readonly number[])[] = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]];

/**
 * Decodes powerset classes into speakers (Plaquet and Bredin 2023, "Powerset multi-class cross entropy loss for
 * neural speaker diarization"): the likeliest class of each frame says who speaks, including two at once.
 *
 * @param scores row-major [frames, 7], log probabilities
 */
export function decodePowerset(scores: Float32Array): SpeakerActivity {
  const frames = Math.floor(scores.length / CLASSES.length);
  const activity = [new Uint8Array(frames), new Uint8Array(frames), new Uint8Array(frames)] as const;
  for (let frame = 0; frame < frames; frame++) {
    let best = 0;
    for (let index = 1; index < CLASSES.length; index++) {
      const offset = frame * CLASSES.length;
      if ((scores[offset + index] ?? 0) > (scores[offset + best] ?? 0)) best = index;
    }
    for (const speaker of CLASSES[best] ?? []) {
      const row = activity[speaker];
      if (row) row[frame] = 1;
    }
  }
  return activity;
}
