/** A frame's header. */
export interface FrameHeader {
  /** Length of the frame, including its header. */
  bytes: number;
  /** Samples per channel. */
  samples: number;
  sampleRate: number;
  numberOfChannels: number;
}
