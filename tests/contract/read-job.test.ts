import { beforeEach, describe, expect, it } from 'vitest';
import { preRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import type { JobRecord } from '../../src/storage/database/records.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

async function read(id: string) {
  const response = await service.call(`/v2/pre-recorded/${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return preRecordedJob.strict().parse(await response.json());
}

const at = '2026-01-02T03:04:05.000Z';
const result: TranscriptionResult = {
  metadata: { audio_duration: 2, number_of_distinct_channels: 1, billing_time: 2, transcription_time: 0.5 },
  transcription: {
    full_transcript: 'Hello there.',
    languages: ['en'],
    utterances: [
      {
        start: 0.1,
        end: 1.9,
        confidence: 0.9,
        channel: 0,
        text: 'Hello there.',
        language: 'en',
        words: [
          { word: 'Hello', start: 0.1, end: 0.5, confidence: 0.9 },
          { word: ' there.', start: 0.6, end: 1.9, confidence: 0.9 },
        ],
      },
    ],
  },
};

describe('§4.3: reading a job', () => {
  it('has every field of §2.2 [§2.2 id, request_id, version, status, created_at, completed_at, custom_metadata, error_code, post_session_metadata, kind, file, request_params, result; §4.3 Response 200]', async () => {
    const { id } = await putJob();
    expect(Object.keys(await read(id)).sort()).toEqual([
      'completed_at',
      'created_at',
      'custom_metadata',
      'error_code',
      'file',
      'id',
      'kind',
      'post_session_metadata',
      'request_id',
      'request_params',
      'result',
      'status',
      'version',
    ]);
  });

  it('shows progress and the time left while it is processing [§2.2 post_session_metadata; §3 processing]', async () => {
    const { id } = await putJob({ status: 'processing', progress: 0.25, seconds_left: 40 });
    const job = await read(id);
    expect(job).toMatchObject({ status: 'processing', completed_at: null, error_code: null, result: null });
    expect(job.post_session_metadata).toMatchObject({ progress: 0.25, seconds_left: 40 });
  });

  it('says why it waits', async () => {
    const waiting: JobRecord['waiting'] = {
      reason: 'model-missing',
      model_id: 'whisper-base',
      bytes: 77_000_000,
      message: 'The model is not installed.',
    };
    const { id } = await putJob({ waiting });
    const job = await read(id);
    expect(job.status).toBe('queued');
    expect(job.post_session_metadata).toMatchObject({ waiting });
  });

  it('says that it waits for room in storage', async () => {
    const waiting: JobRecord['waiting'] = { reason: 'storage', message: 'Not enough storage.' };
    const { id } = await putJob({ waiting });
    expect((await read(id)).post_session_metadata).toMatchObject({ waiting });
  });

  it('has completed_at and the result when it is done, and how it was run [§2.2 completed_at, result; §3 done]', async () => {
    const { id } = await putJob({
      status: 'done',
      completed_at: at,
      result,
      progress: 1,
      session: { model: 'mini', device: 'wasm' },
    });
    const job = await read(id);
    expect(job).toMatchObject({ status: 'done', completed_at: at, result, error_code: null });
    expect(job.post_session_metadata).toMatchObject({ model: 'mini', device: 'wasm', progress: 1 });
    expect(job.post_session_metadata).not.toHaveProperty('error');
  });

  it('has completed_at, error_code and the reason when it failed [§2.2 completed_at, error_code; §3 error; §7 A job that]', async () => {
    const { id } = await putJob({
      status: 'error',
      completed_at: at,
      error: { code: 'unprocessable_audio', status: 422, message: 'The file ends too early.' },
    });
    const job = await read(id);
    expect(job).toMatchObject({
      status: 'error',
      completed_at: at,
      error_code: 422,
      file: null,
      result: null,
    });
    expect(job.post_session_metadata).toMatchObject({
      error: {
        code: 'unprocessable_audio',
        message: 'The file ends too early.',
        remedy: expect.stringContaining('upload another copy'),
      },
    });
  });

  it('shows each change to whoever polls [§3 Transitions, Rule; §4.2 Rules; §4.3 Polling]', async () => {
    const { id } = await putJob();
    expect((await read(id)).status).toBe('queued');
    await updateJob(id, () => ({ status: 'processing' }));
    expect((await read(id)).status).toBe('processing');
    await updateJob(id, () => ({ status: 'done', completed_at: at, result }));
    expect((await read(id)).result).toEqual(result);
  });

  it('finds an id in capitals [§4.3 Path parameter]', async () => {
    const { id } = await putJob();
    expect((await read(id.toUpperCase())).id).toBe(id);
  });

  it('never shows what is only for the inside', async () => {
    const { id } = await putJob();
    const text = JSON.stringify(await read(id));
    expect(text).not.toMatch(/key_id|audio_id|attempts|when_model_missing/);
  });
});
