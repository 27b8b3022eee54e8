/** Decoded sound: one Float32Array of ±1 for each channel, all equally long. */
export interface PcmBlock {
  /** Seconds of the container's clock at the first sample. */
  timestamp: number;
  sampleRate: number;
  planes: Float32Array[];
}
