import { describe, expect, it } from 'vitest';
import { preRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { type Addition, mergedResult, mergedSession } from './add-to-job.ts';

const metadata = {
  audio_duration: 1,
  number_of_distinct_channels: 1,
  billing_time: 1,
  transcription_time: 1,
};
const text = (full_transcript: string) => ({ full_transcript, languages: [], utterances: [] });
const envelope = (results: string) => ({
  success: true,
  is_empty: false,
  exec_time: 1,
  error: null,
  results,
});
const missing = {
  success: false,
  is_empty: true,
  exec_time: 0,
  error: { status_code: 503, exception: 'model_missing', message: 'A model is missing.' },
  results: [],
};

const addition = (changes: Partial<Addition>): Addition => ({
  request: preRecordedRequest.parse({
    audio_url: 'https://a.example/b',
    summarization: true,
    diarization: true,
  }),
  result: { metadata, transcription: text('new') },
  session: {},
  ...changes,
});

describe('results of add-ons that ran later', () => {
  it('replace those of the same add-ons and leave the others', () => {
    const before = {
      metadata,
      transcription: text('old'),
      diarization: missing,
      summarization: envelope('old'),
      sentiment_analysis: envelope('[]'),
    };
    const result = { metadata, transcription: text('new'), summarization: envelope('new') };
    expect(mergedResult(before, addition({ result }))).toEqual({
      metadata,
      transcription: text('new'),
      summarization: envelope('new'),
      sentiment_analysis: envelope('[]'),
    });
  });

  it('take the notes of the former run along', () => {
    const before = {
      notes: ['summarization: too long', 'Quiet.'],
      addons: { translation: 1 },
      device: 'wasm',
    };
    const session = { notes: ['diarization: one voice'], addons: { summarization: 2 } };
    expect(mergedSession(before, addition({ session }))).toEqual({
      device: 'wasm',
      notes: ['Quiet.', 'diarization: one voice'],
      addons: { translation: 1, summarization: 2 },
    });
    expect(mergedSession({ notes: ['summarization: too long'] }, addition({})).notes).toBeUndefined();
  });
});
