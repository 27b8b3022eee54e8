import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, job, room } from '../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../tests/fakes/full-disk.ts';
import { addAudio, deleteAbandonedAudio, deleteUnusedAudio, getAudio, getAudioBytes } from './audio-store.ts';
import { database } from './database.ts';
import { addJob, deleteJob } from './job-store.ts';
import { appendModelChunk, deleteModelFile, getModelFile, readModelFile } from './model-file-store.ts';
import { ensureRoom, freeBytes } from './quota.ts';
import type { ModelFileRecord } from './records.ts';

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('audio', () => {
  it('is stored byte for byte', async () => {
    const record = audio();
    await addAudio(record, new Blob([new Uint8Array([0, 255, 13])]));
    expect(await getAudio(record.id)).toEqual(record);
    expect([...(await (await getAudioBytes(record.id)).bytes())]).toEqual([0, 255, 13]);
    expect(await getAudio('none')).toBeNull();
    await expect(getAudioBytes('none')).rejects.toMatchObject({ status: 404 });
  });

  it('is refused with 507 before anything is written if the browser reports no room', async () => {
    Object.assign(room, { quota: 100, usage: 98 });
    await expect(addAudio(audio(), new Blob(['abc']))).rejects.toMatchObject({
      status: 507,
      message: expect.stringMatching(/this needs 0\.1 MB, and 0\.1 MB is free/),
    });
  });

  it.each(['audio', 'audio-bytes'])(
    'is stored completely or not at all when room runs out in %s',
    async (store) => {
      const record = audio();
      const disk = fillDisk(store);
      await expect(addAudio(record, new Blob(['abc']))).rejects.toMatchObject({ status: 507 });
      disk.mockRestore();
      const db = await database();
      expect([await db.count('audio'), await db.count('audio-bytes')]).toEqual([0, 0]);
    },
  );

  it('is deleted with the last job that uses it', async () => {
    const record = audio();
    await addAudio(record, new Blob(['abc']));
    const jobs = [job({ audio_id: record.id }), job({ audio_id: record.id })];
    for (const one of jobs) await addJob(one);
    for (const one of jobs) {
      expect(await getAudio(record.id)).not.toBeNull();
      expect(await deleteUnusedAudio(record.id)).toBe(false);
      await deleteJob(one.id);
    }
    expect(await getAudio(record.id)).toBeNull();
    await expect(getAudioBytes(record.id)).rejects.toMatchObject({ status: 404 });
  });

  it('can be deleted before a job uses it', async () => {
    const record = audio();
    await addAudio(record, new Blob(['abc']));
    expect(await deleteUnusedAudio(record.id)).toBe(true);
    expect(await deleteUnusedAudio(record.id)).toBe(false);
    expect(await addJob(job({ audio_id: record.id }))).toBeNull();
  });

  it('is deleted when it is old and no job uses it', async () => {
    const [used, old, recent] = [
      audio({ created_at: '2026-01-01T00:00:00.000Z' }),
      audio({ created_at: '2026-01-01T00:00:00.000Z' }),
      audio({ created_at: '2026-01-09T00:00:00.000Z' }),
    ];
    for (const record of [used, old, recent]) await addAudio(record, new Blob(['abc']));
    await addJob(job({ audio_id: used.id }));
    expect(await deleteAbandonedAudio(new Date('2026-01-08T00:00:00.000Z'))).toBe(1);
    expect(await getAudio(old.id)).toBeNull();
    expect(await getAudio(used.id)).not.toBeNull();
    expect(await getAudio(recent.id)).not.toBeNull();
  });
});

describe('model files', () => {
  const empty: ModelFileRecord = {
    model_id: 'm',
    path: 'a.onnx',
    size: 6,
    received: 0,
    chunks: 0,
    sha256: null,
    etag: null,
    revision: null,
    complete: false,
  };

  it('grow chunk by chunk, in order', async () => {
    let record = empty;
    for (const text of ['ab', 'cd', 'ef']) record = await appendModelChunk(record, new Blob([text]));
    expect(record).toMatchObject({ received: 6, chunks: 3 });
    expect(await (await readModelFile('m', 'a.onnx')).text()).toBe('abcdef');
    await deleteModelFile('m', 'a.onnx');
    expect(await getModelFile('m', 'a.onnx')).toBeNull();
    expect((await readModelFile('m', 'a.onnx')).size).toBe(0);
  });

  it.each(['model-files', 'model-chunks'])('stay resumable when room runs out in %s', async (store) => {
    const record = await appendModelChunk(empty, new Blob(['ab']));
    const disk = fillDisk(store);
    await expect(appendModelChunk(record, new Blob(['cd']))).rejects.toMatchObject({ status: 507 });
    disk.mockRestore();
    expect(await getModelFile('m', 'a.onnx')).toEqual(record);
    expect(await (await readModelFile('m', 'a.onnx')).text()).toBe('ab');
  });
});

describe('room', () => {
  it('is what the quota leaves, never negative, and unknown if the browser does not report it', async () => {
    Object.assign(room, { quota: 100, usage: 30 });
    expect(await freeBytes()).toBe(70);
    await expect(ensureRoom(70)).resolves.toBeUndefined();
    await expect(ensureRoom(71)).rejects.toMatchObject({ code: 'storage_full' });
    Object.assign(room, { quota: 100, usage: 130 });
    expect(await freeBytes()).toBe(0);
    Object.assign(room, { quota: undefined, usage: undefined });
    expect(await freeBytes()).toBeNull();
    await expect(ensureRoom(1e15)).resolves.toBeUndefined();
  });
});
