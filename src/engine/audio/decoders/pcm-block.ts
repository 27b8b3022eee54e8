/** Decoded audio: one Float32Array of ±1 per channel, all of equal length. */
export interface PcmBlock {
  /** Time of the first sample on the container's clock, in seconds. */
  timestamp: number;
  sampleRate: number;
  planes: Float32Array[];
}
