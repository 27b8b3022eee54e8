import { beforeEach, describe, expect, it } from 'vitest';
import { type ChannelMessage, onChannelMessage } from '../../src/contract/realms/channel.ts';
import { database } from '../../src/storage/database/database.ts';
import { getCheckpoints, putCheckpoint } from '../../src/storage/jobs/checkpoint-store.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { getAudio } from '../../src/storage/recordings/audio-store.ts';
import { type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const remove = async (id: string) =>
  (await service.call(`/v2/pre-recorded/${id}`, { method: 'DELETE' })).status;

describe('deleting a job', () => {
  it('answers 202, and then 404 to every request for it [§4.3 Response 404]', async () => {
    const { id } = await putJob();
    const response = await service.call(`/v2/pre-recorded/${id}`, { method: 'DELETE' });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
    expect((await service.call(`/v2/pre-recorded/${id}`)).status).toBe(404);
    expect((await service.call(`/v2/pre-recorded/${id}/file`)).status).toBe(404);
    expect(await remove(id)).toBe(404);
    expect((await (await service.call('/v2/pre-recorded')).json()).items).toEqual([]);
  });

  it('tells the other realms, so that a running job stops', async () => {
    const { id } = await putJob({ status: 'processing' });
    const stop = new AbortController();
    const message = new Promise<ChannelMessage>((resolve) => onChannelMessage(resolve, stop.signal));
    expect(await remove(id)).toBe(202);
    expect(await message).toEqual({ type: 'job-deleted', id });
    stop.abort();
    expect(await updateJob(id, () => ({ status: 'done' }))).toBeNull();
  });

  it('takes its audio and its finished windows along', async () => {
    const audio = await putAudio();
    const job = await putJob({ audio_id: audio.id });
    await putCheckpoint({ job_id: job.id, index: 0, channel: 0, start: 0, end: 1, segments: [] });
    expect(await remove(job.id)).toBe(202);
    expect(await getAudio(audio.id)).toBeNull();
    expect(await getCheckpoints(job.id)).toEqual([]);
    const db = await database();
    expect(await db.count('audio-pieces')).toBe(0);
  });

  it('leaves audio that another job uses', async () => {
    const audio = await putAudio();
    const first = await putJob({ audio_id: audio.id });
    const second = await putJob({ audio_id: audio.id });
    expect(await remove(first.id)).toBe(202);
    expect((await service.call(`/v2/pre-recorded/${second.id}/file`)).status).toBe(200);
    expect(await remove(second.id)).toBe(202);
    expect(await getAudio(audio.id)).toBeNull();
  });

  it('happens once when it is asked for twice at the same time', async () => {
    const { id } = await putJob();
    expect((await Promise.all([remove(id), remove(id)])).sort()).toEqual([202, 404]);
  });
});
