import { expect, it } from 'vitest';
import { recordingMetadata } from './recording-metadata.ts';

it('bills the duration that it states, times the channels [§2.8 TranscriptionMetadata]', () => {
  // 3 × 10.0004 s would be 30.001 s, beside a duration of 10 s.
  expect(recordingMetadata({ duration: 10.0004, numberOfDistinctChannels: 3 }, 1.23456)).toEqual({
    audio_duration: 10,
    number_of_distinct_channels: 3,
    billing_time: 30,
    transcription_time: 1.235,
  });
});
