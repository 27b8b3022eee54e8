/** Samples of 16 kHz PCM that one probability of speech stands for: 32 ms. */
export const VAD_FRAME_SAMPLES = 512;
