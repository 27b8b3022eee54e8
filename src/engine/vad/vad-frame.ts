/** Samples at 16 kHz per speech probability: 32 ms. */
export const VAD_FRAME_SAMPLES = 512;
