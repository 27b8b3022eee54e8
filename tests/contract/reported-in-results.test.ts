import { beforeEach, describe, expect, it } from 'vitest';
import { preRecordedRequest } from '../../src/contract/jobs/pre-recorded-request.ts';
import {
  type TranscriptionResult,
  transcriptionResult,
} from '../../src/contract/transcripts/transcription-result.ts';
import type { WindowTranscript } from '../../src/engine/asr/asr-engine.ts';
import { diarizationEnvelope } from '../../src/host/run/speech/diarization-result.ts';
import { recognitionNotes } from '../../src/host/run/speech/recognition-notes.ts';
import { inEnglish } from '../../src/lib/errors/msg.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';
import { description, faultsOf } from './validate-by-schema.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const utterances = [0, 1].map((speaker) => ({ ...spokenUtterance('Good morning.'), speaker }));
const transcription = {
  full_transcript: 'Good morning. Good morning.',
  languages: ['en' as const],
  utterances,
};
const metadata = {
  audio_duration: 60,
  number_of_distinct_channels: 1,
  billing_time: 60,
  transcription_time: 9,
};

/** The answer to a request for a job that ended like this. */
async function answered(fields: Parameters<typeof putJob>[0], more: Partial<TranscriptionResult> = {}) {
  const result = transcriptionResult.parse({ metadata, transcription, ...more });
  const { id } = await putJob({
    status: 'done',
    completed_at: '2026-01-01T00:00:01.000Z',
    result,
    ...fields,
  });
  const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
  expect(faultsOf('PreRecordedResponse', job)).toEqual([]);
  return job;
}

describe('a number of speakers that is not kept', () => {
  const turns = { success: true as const, turns: [], voices: [], seconds: 2 };
  const outcome = {
    ...turns,
    loaded: { segmentationId: 'a', embeddingId: 'b', models: 'a b', speakerDistance: 0.5 },
  };

  it.each([
    [{ number_of_speakers: 5 }, 'number_of_speakers is 5, but 2 speakers were told apart'],
    [{ min_speakers: 4 }, 'min_speakers is 4, but 2 speakers were told apart'],
  ])('%j is answered as an error of diarization, beside the transcript', async (config, text) => {
    const { diarization_config } = preRecordedRequest.parse({
      audio_url: 'https://files.example/a.wav',
      diarization: true,
      diarization_config: config,
    });
    const { result } = await answered(
      {},
      diarizationEnvelope(outcome, { utterances }, { diarization_config }),
    );
    expect(result.diarization).toMatchObject({ success: false, error: { status_code: 422 } });
    expect(result.diarization.error.message).toContain(text);
    expect(result.transcription.utterances).toHaveLength(2);
  });
});

describe('another language than the one used', () => {
  const window = (switched: boolean): WindowTranscript => ({
    channel: 0,
    index: 0,
    start: 30,
    end: 60,
    segments: [],
    otherLanguages: [{ language: 'de', start: 31, end: 60, confidence: 0.98, switched }],
  });

  it.each([
    [[], 'German is spoken from 0:31', 'transcribe the recording again with code switching'],
    [['fr'], 'French was asked for, but German is spoken', 'The text there is a guess'],
  ])('is in post_session_metadata of a job for %j, with its time', async (asked, what, remedy) => {
    const { notes, session } = recognitionNotes([window(false)], asked);
    const job = await answered({ session: { notes: notes.map(inEnglish), texts: notes, ...session } });
    expect(job.post_session_metadata.other_languages).toEqual([
      { channel: 0, language: 'de', start: 31, end: 60, confidence: 0.98, switched: false },
    ]);
    const [note] = job.post_session_metadata.notes;
    expect(note).toContain(what);
    expect(note).toContain(remedy);
  });

  it('needs no note where it was transcribed in its own language', async () => {
    const { notes, session } = recognitionNotes([window(true)]);
    const job = await answered({ session: { notes: notes.map(inEnglish), texts: notes, ...session } });
    expect(job.post_session_metadata.notes).toEqual([]);
    expect(job.post_session_metadata.other_languages).toHaveLength(1);
  });

  it('is described', () => {
    const { properties } = description.components.schemas.PreRecordedResponse ?? {};
    expect(properties).toMatchObject({
      post_session_metadata: { description: expect.stringContaining('`other_languages`') },
    });
  });
});
