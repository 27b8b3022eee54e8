import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkpoint, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { database } from '../database/database.ts';
import { deleteLeftCheckpoints, getCheckpoints, putCheckpoint } from './checkpoint-store.ts';
import { addJob, deleteJob, getJob, jobIdsByStatus, updateJob } from './job-store.ts';
import { queryJobs } from './query-jobs.ts';

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('jobs', () => {
  it('can be claimed only once, however many try', async () => {
    const { id } = job();
    await addJob(job({ id }));
    const claims = await Promise.all(
      Array.from({ length: 10 }, () =>
        updateJob(id, ({ status }) => (status === 'queued' ? { status: 'processing' } : null)),
      ),
    );
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1);
    expect((await getJob(id))?.status).toBe('processing');
  });

  it('lose no change when several are made at once', async () => {
    const { id } = job();
    await addJob(job({ id }));
    await Promise.all(
      Array.from({ length: 20 }, () => updateJob(id, ({ attempts }) => ({ attempts: attempts + 1 }))),
    );
    expect((await getJob(id))?.attempts).toBe(20);
  });

  it('stay unchanged if a change is refused, invalid or fails', async () => {
    const stored = job();
    await addJob(stored);
    expect(await updateJob(stored.id, () => null)).toBeNull();
    await expect(updateJob(stored.id, () => ({ progress: 2 }))).rejects.toThrow();
    await expect(
      updateJob(stored.id, () => {
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const disk = fillDisk('jobs');
    await expect(updateJob(stored.id, () => ({ progress: 1 }))).rejects.toMatchObject({ status: 507 });
    disk.mockRestore();
    expect(await getJob(stored.id)).toEqual(stored);
  });

  it('do not come back when they are changed after deletion', async () => {
    const stored = job();
    await addJob(stored);
    expect(await deleteJob(stored.id)).toBe(true);
    expect(await updateJob(stored.id, () => ({ status: 'done' }))).toBeNull();
    expect(await deleteJob(stored.id)).toBe(false);
    expect(await getJob(stored.id)).toBeNull();
  });

  it('are found by status, oldest first', async () => {
    const late = job({ created_at: '2026-01-02T00:00:00.000Z' });
    const early = job({ created_at: '2026-01-01T00:00:00.000Z' });
    for (const one of [late, early, job({ status: 'done' })]) await addJob(one);
    expect(await jobIdsByStatus('queued')).toEqual([early.id, late.id]);
    expect(await jobIdsByStatus('error')).toEqual([]);
  });

  it('are listed newest first, page by page', async () => {
    const stored = [1, 2, 3].map((day) => job({ created_at: `2026-01-0${day}T00:00:00.000Z` }));
    for (const one of stored) await addJob(one);
    const page = await queryJobs({ offset: 1, limit: 1 });
    expect(page).toEqual({ jobs: [stored[1]], more: true });
    expect(await queryJobs({ offset: 2, limit: 1 })).toEqual({ jobs: [stored[0]], more: false });
  });

  it('are queued and listed in order of creation, even within one millisecond', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
    const ids: string[] = [];
    for (let index = 0; index < 9; index++) {
      const { created_at: _, ...made } = job();
      ids.push(made.id);
      await addJob(made);
    }
    expect(await jobIdsByStatus('queued')).toEqual(ids);
    const { jobs } = await queryJobs({ offset: 0, limit: 9 });
    expect(jobs.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('are not stored without their audio, nor twice', async () => {
    const orphan = job({ audio_id: crypto.randomUUID() });
    expect(await addJob(orphan)).toBeNull();
    expect(await getJob(orphan.id)).toBeNull();
    const stored = job();
    await addJob(stored);
    await expect(addJob(stored)).rejects.toMatchObject({
      code: 'storage_failed',
      cause: { name: 'ConstraintError' },
    });
  });

  it('have separate results, deleted with them', async () => {
    const { id } = job();
    await addJob(job({ id }));
    const result = transcriptionResult.parse({
      metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
    });
    await updateJob(id, () => ({ status: 'done', result }));
    expect((await getJob(id))?.result).toEqual(result);
    const db = await database();
    expect(await db.get('jobs', id)).not.toHaveProperty('result');
    expect(await db.count('results')).toBe(1);
    await deleteJob(id);
    expect(await db.count('results')).toBe(0);
  });

  it('are refused with 507 if there is no room', async () => {
    const stored = job();
    fillDisk('jobs');
    await expect(addJob(stored)).rejects.toMatchObject({ status: 507 });
    expect(await getJob(stored.id)).toBeNull();
  });

  it('are an error when read if another version stored something else', async () => {
    const db = await database();
    await db.put('jobs', { id: 'old', state: 'running' });
    await expect(getJob('old')).rejects.toThrow();
  });
});

describe('finished windows', () => {
  it('are returned in order, each once, only for their own job', async () => {
    const [one, other] = [job(), job()];
    for (const stored of [one, other]) await addJob(stored);
    for (const index of [2, 0, 10, 1, 2]) expect(await putCheckpoint(checkpoint(one.id, index))).toBe(true);
    await putCheckpoint(checkpoint(other.id, 5));
    expect((await getCheckpoints(one.id)).map(({ index }) => index)).toEqual([0, 1, 2, 10]);
    await updateJob(one.id, () => ({ status: 'error' }));
    expect(await getCheckpoints(one.id)).toEqual([]);
    expect(await getCheckpoints(other.id)).toEqual([checkpoint(other.id, 5)]);
  });

  it('that an earlier version left behind are deleted, those of a running job are not', async () => {
    const [done, failed, running] = [
      job({ status: 'done' }),
      job({ status: 'error' }),
      job({ status: 'processing' }),
    ];
    for (const stored of [done, failed, running]) await addJob(stored);
    const db = await database();
    const gone = crypto.randomUUID();
    for (const id of [done.id, failed.id, running.id, gone]) {
      for (const index of [0, 1]) await db.put('checkpoints', checkpoint(id, index));
    }
    await deleteLeftCheckpoints();
    expect(await db.getAllKeys('checkpoints')).toEqual([
      [running.id, 0],
      [running.id, 1],
    ]);
  });

  it('do not outlive a job that was deleted while it ran', async () => {
    const stored = job();
    await addJob(stored);
    await putCheckpoint(checkpoint(stored.id, 0));
    await deleteJob(stored.id);
    expect(await putCheckpoint(checkpoint(stored.id, 1))).toBe(false);
    expect(await getCheckpoints(stored.id)).toEqual([]);
  });
});
