import { beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { getJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { addKey, asJson, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

const utterance = (text: string) => ({
  start: 0,
  end: 1,
  confidence: 0.9,
  channel: 0,
  words: [{ word: text, start: 0, end: 1, confidence: 0.9 }],
  text,
  language: 'en' as const,
});
const RESULT: TranscriptionResult = {
  metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
  transcription: { full_transcript: 'Hello', languages: ['en'], utterances: [utterance('Hello')] },
};

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const putDone = async (params: object = {}) => {
  const audio = await putAudio();
  const job = await putJob({ status: 'done', audio_id: audio.id, result: RESULT });
  await updateJob(job.id, (current) => ({ params: { ...current.params, ...params } }));
  return job;
};
const run = (id: string, body: unknown) => service.call(`/v2/pre-recorded/${id}/addons`, asJson(body));
const listed = async () => (await (await service.call('/v2/pre-recorded')).json()).items;

describe('running add-ons on a finished transcript', () => {
  it('makes a job of its own, which no list has, and which shows no result before it is done', async () => {
    const base = await putDone({ diarization: true });
    const response = await run(base.id, { summarization: true });
    expect(response.status).toBe(200);
    const { id, result_url } = await response.json();
    expect(result_url).toMatch(new RegExp(`/v2/pre-recorded/${id}$`));
    const read = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(read).toMatchObject({ status: 'queued', result: null });
    expect(read.request_params).toMatchObject({
      summarization: true,
      summarization_config: { type: 'general' },
      diarization: false,
    });
    expect(read.post_session_metadata.builds_on).toBe(base.id);
    expect((await listed()).map((job: { id: string }) => job.id)).toEqual([base.id]);
    const runs = await (await service.call(`/v2/pre-recorded/${base.id}/addons`)).json();
    expect(runs.items.map((job: { id: string }) => job.id)).toEqual([id]);
    expect((await getJob(id))?.result?.transcription).toEqual(RESULT.transcription);
  });

  it('reads a corrected transcript in place of the job’s, which then stays as it is', async () => {
    const base = await putDone();
    const transcription = { utterances: [utterance('Goodbye')] };
    const { id } = await (await run(base.id, { summarization: true, transcription })).json();
    expect(await getJob(id)).toMatchObject({
      builds_on: { job_id: base.id, merge: false },
      result: { transcription: { full_transcript: 'Goodbye', languages: ['en'] } },
    });
    const wrong = await run(base.id, { summarization: true, transcription: { utterances: [{ start: -1 }] } });
    expect(wrong.status).toBe(400);
    expect((await wrong.json()).validation_errors[0]).toMatch(/^transcription\.utterances/);
    const late = { utterances: [{ ...utterance('Hi'), end: 1e308 }] };
    const far = await run(base.id, { summarization: true, transcription: late });
    expect(far.status).toBe(400);
    expect((await far.json()).validation_errors).toEqual([
      'transcription.utterances.0.end must be at most 100000000 seconds',
    ]);
  });

  it('lets the add-ons of the job read a text that changes again, and no others', async () => {
    const base = await putDone({ summarization: true, subtitles: true, punctuation_enhanced: true });
    const { id } = await (await run(base.id, { diarization: true })).json();
    expect((await getJob(id))?.params).toMatchObject({
      diarization: true,
      summarization: true,
      subtitles: true,
      punctuation_enhanced: false,
    });
    const alone = await (await run(base.id, { sentences: true })).json();
    expect((await getJob(alone.id))?.params).toMatchObject({ sentences: true, summarization: false });
  });

  it('is refused where there is no transcript, nothing is asked for, or the text was redacted', async () => {
    const queued = await putJob();
    expect((await run(queued.id, { summarization: true })).status).toBe(409);
    const base = await putDone({ pii_redaction: true });
    expect((await run(base.id, {})).status).toBe(400);
    expect((await run(base.id, { summarization: 'yes' })).status).toBe(400);
    expect((await run(base.id, { audio_to_llm: true })).status).toBe(400);
    expect((await run(base.id, { punctuation_enhanced: true })).status).toBe(400);
    expect((await run(base.id, { summarization: true })).status).toBe(200);
    expect((await run('7b2c1e52-0000-4000-8000-000000000000', { summarization: true })).status).toBe(404);
    const other = await addKey('other');
    const foreign = await service.call(`/v2/pre-recorded/${base.id}/addons`, asJson({ sentences: true }), {
      'x-service-key': other,
    });
    expect(foreign.status).toBe(404);
  });

  it('is deleted with its job', async () => {
    const base = await putDone();
    const { id } = await (await run(base.id, { summarization: true })).json();
    expect((await service.call(`/v2/pre-recorded/${base.id}`, { method: 'DELETE' })).status).toBe(202);
    expect(await getJob(id)).toBeNull();
  });
});
