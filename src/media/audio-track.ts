import type { Edit } from './mp4/edit-list.ts';

/** PCM format: `bytesPerSample` is 1 to 8; unsigned only with one byte; alaw and ulaw have one byte. */
export interface PcmFormat {
  encoding: 'signed' | 'unsigned' | 'float' | 'alaw' | 'ulaw';
  bytesPerSample: number;
  littleEndian: boolean;
  /** Value of full scale of float samples, if it is not 1. */
  fullScale?: number;
}

/** Blocks of equal length, of 4 bits for each sample (RFC 2361); of GSM 6.10, two frames in 65 bytes. */
export interface BlockFormat {
  coder: 'adpcm-ms' | 'adpcm-ima' | 'gsm';
  blockBytes: number;
}

/** How to decode a track's packets. */
export type AudioCoding =
  | { kind: 'pcm'; format: PcmFormat }
  | { kind: 'blocks'; format: BlockFormat }
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
  /** File extension of the container, without the dot. */
  extension: string;
  /** Media type (RFC 6838). */
  type: string;
  /** Seconds; null if only decoding everything would reveal it. */
  duration: number | null;
  numberOfChannels: number;
  sampleRate: number;
}

export interface TrackChoice {
  /** The one that is open. */
  number: number;
  /** All that can be decoded, the ones that a player would take first. */
  order: readonly number[];
  /** Number of audio tracks, including those that cannot be decoded. */
  count: number;
}

/** The audio track of an open recording. */
export interface AudioTrack {
  info: AudioTrackInfo;
  coding: AudioCoding;
  /** Timestamp of second 0; audio before it (encoder delay, a broadcast's past) is cut off, as by players. */
  startTimestamp: number;
  /** Which of several audio tracks is read: numbers from 1, in the order of the file. */
  choice?: TrackChoice;
  /** What is played, from second 0 on, if that is not everything in order. */
  edits?: readonly Edit[];
  /**
   * Packets in order. Damaged stretches are skipped if the format can find its next packet; never throws for damage.
   */
  packets(): AsyncGenerator<AudioPacket, void, undefined>;
  /** What follows in other codings, on the same clock and on the same edits; each is closed before the next one. */
  recoded?(): AsyncGenerator<AudioTrack, void, undefined>;
  /** Timestamp behind which there is only what an encoder filled up; known once the last packet was read. */
  endsAt?(): number | null;
  /** First byte of another file that was joined behind this one; known once all packets were read. */
  joinedAt?(): number | null;
  /** What lay between packets and could not be read, with the time that was kept for it; known once all packets were read. */
  skipped?(): { bytes: number; seconds: number };
  /** Bytes that the file lacks at its end, because it was cut off; absent if it is whole, or if it cannot be determined. */
  missingBytes?: number;
  /** The duration is the time of the last packet, by a clock that may jump: a long gap is promised by nothing else. */
  isByClock?: boolean;
  /** What the header says of the sound's length, if the file has clearly less: perhaps it was cut off. */
  statedSeconds?: number;
  dispose(): void;
}
