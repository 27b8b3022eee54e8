import type { TranscriptionMetadata } from '../../contract/transcription-result.ts';
import type { AudioSummary } from '../../realms/audio/api.ts';

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** `billing_time` is made from the duration as it stands there, so that the figures of the answer agree. */
export function recordingMetadata(
  { duration, numberOfDistinctChannels }: Pick<AudioSummary, 'duration' | 'numberOfDistinctChannels'>,
  transcriptionSeconds: number,
): TranscriptionMetadata {
  const audio_duration = round(duration);
  return {
    audio_duration,
    number_of_distinct_channels: numberOfDistinctChannels,
    billing_time: round(audio_duration * numberOfDistinctChannels),
    transcription_time: round(transcriptionSeconds),
  };
}
