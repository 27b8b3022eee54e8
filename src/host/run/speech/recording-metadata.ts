import type { TranscriptionMetadata } from '../../../contract/transcripts/transcription-result.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import type { AudioSummary } from '../../../realms/audio/shared/api.ts';

/** `billing_time` is made from the duration as it is there, so that the figures of the answer agree. */
export function recordingMetadata(
  { duration, numberOfDistinctChannels }: Pick<AudioSummary, 'duration' | 'numberOfDistinctChannels'>,
  transcriptionSeconds: number,
): TranscriptionMetadata {
  const audio_duration = roundSeconds(duration);
  return {
    audio_duration,
    number_of_distinct_channels: numberOfDistinctChannels,
    billing_time: roundSeconds(audio_duration * numberOfDistinctChannels),
    transcription_time: roundSeconds(transcriptionSeconds),
  };
}
