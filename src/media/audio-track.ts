/** How PCM is written: `bytesPerSample` is 1 to 8; unsigned only occurs with one byte, alaw and ulaw are one byte. */
export interface PcmFormat {
  encoding: 'signed' | 'unsigned' | 'float' | 'alaw' | 'ulaw';
  bytesPerSample: number;
  littleEndian: boolean;
}

/** How the packets of a track are to be decoded. */
export type AudioCoding =
  | { kind: 'pcm'; format: PcmFormat }
  | { kind: 'alac'; cookie: Uint8Array }
  | { kind: 'ac3'; variant: 'ac3' | 'eac3' }
  | { kind: 'webcodecs'; config: AudioDecoderConfig };

/** One packet: whole PCM frames, or one coded frame. `timestamp` and `duration` in seconds of the container's clock. */
export interface AudioPacket {
  data: Uint8Array;
  timestamp: number;
  duration: number;
}

export interface AudioTrackInfo {
  /** Short name of the container: wav, mp3, mp4, ogg … */
  container: string;
  /** Short name of the codec: pcm-s16, aac, opus … */
  codec: string;
  /** File name ending for the container, without the dot. */
  extension: string;
  /** Media type (RFC 6838). */
  type: string;
  /** Seconds; null where only decoding everything would tell. */
  duration: number | null;
  numberOfChannels: number;
  sampleRate: number;
}

/** The audio track of an opened recording. */
export interface AudioTrack {
  info: AudioTrackInfo;
  coding: AudioCoding;
  /**
   * Timestamp that is second 0 of the recording; sound before it is cut off, as players do: encoder delay, or the
   * arbitrary start of a broadcast's clock.
   */
  startTimestamp: number;
  /** Packets in order. Damaged stretches are left out where the format can find its next packet; it never throws for damage. */
  packets(): AsyncGenerator<AudioPacket, void, undefined>;
  dispose(): void;
}
