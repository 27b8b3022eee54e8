import { beforeEach, describe, expect, it } from 'vitest';
import { getJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const DRAFT = { draft: { model_id: 'whisper-base', title: 'Whisper base', bytes: 79_641_437 } };

async function putDone(session: Record<string, unknown>) {
  const audio = await putAudio();
  const { id } = await putJob({ status: 'done', audio_id: audio.id });
  await updateJob(id, (current) => ({
    session,
    automatic: true,
    params: { ...current.params, diarization: true },
  }));
  return id;
}
const rerun = (id: string) => service.call(`/v2/pre-recorded/${id}/rerun`, { method: 'POST' });
const read = async (path: string) => (await service.call(path)).json();

describe('transcribing the recording of a draft again', () => {
  it('makes a job of its own with the same request, which no list has', async () => {
    const id = await putDone(DRAFT);
    const response = await rerun(id);
    expect(response.status).toBe(200);
    const { id: run } = await response.json();
    expect(await getJob(run)).toMatchObject({
      status: 'queued',
      automatic: true,
      when_model_missing: 'wait',
      params: { diarization: true },
      builds_on: { job_id: id, rerun: true },
    });
    expect((await getJob(run))?.allow_draft).toBeUndefined();
    const { items } = await read('/v2/pre-recorded');
    expect(items.map((job: { id: string }) => job.id)).toEqual([id]);
    expect((await read(`/v2/pre-recorded/${id}/addons`)).items).toEqual([]);
  });

  it('returns the run that has not ended instead of a second one', async () => {
    const id = await putDone(DRAFT);
    const first = await (await rerun(id)).json();
    expect(await (await rerun(id)).json()).toEqual(first);
    await updateJob(first.id, () => ({ status: 'error' }));
    expect(await (await rerun(id)).json()).not.toEqual(first);
  });

  it('is a 409 where the job is no draft', async () => {
    expect((await rerun(await putDone({}))).status).toBe(409);
  });
});
