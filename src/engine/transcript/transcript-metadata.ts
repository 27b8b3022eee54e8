import type { TranscriptionMetadata } from '../../contract/transcription-result.ts';

const threeDecimals = (value: number): number => Math.round(value * 1000) / 1000;

interface Measured {
  /** Seconds of audio in the file. */
  audioDuration: number;
  /** Channels that differ from each other: those that were transcribed. */
  distinctChannels: number;
  /** Seconds that the transcription took. */
  transcriptionTime: number;
}

/** Metadata of a result (specification §2.8): `billing_time` is the duration times the number of distinct channels. */
export function transcriptMetadata(measured: Measured): TranscriptionMetadata {
  const { audioDuration, distinctChannels, transcriptionTime } = measured;
  const duration = threeDecimals(audioDuration);
  return {
    audio_duration: duration,
    number_of_distinct_channels: distinctChannels,
    billing_time: threeDecimals(duration * distinctChannels),
    transcription_time: threeDecimals(transcriptionTime),
  };
}
