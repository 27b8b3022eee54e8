import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, job, room } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { blobSource, PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { database } from '../database/database.ts';
import { ensureRoom, freeBytes } from '../database/quota.ts';
import type { ModelFileRecord } from '../database/records.ts';
import { addJob, deleteJob } from '../jobs/job-store.ts';
import {
  appendModelChunk,
  deleteModelFile,
  getModelFile,
  readModelChunk,
} from '../models/model-file-store.ts';
import {
  addAudio,
  audioLock,
  deleteAbandonedAudio,
  deleteHalfWrittenAudio,
  deleteUnusedAudio,
  getAudio,
  openAudioBytes,
} from './audio-store.ts';

const bytesFrom = (text: string) => new TextEncoder().encode(text);
const sourceOf = (content: BlobPart) => blobSource(new Blob([content]));
const abc = () => ({ record: audio({ size: 3 }), source: sourceOf('abc') });

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('audio', () => {
  it('is stored byte for byte', async () => {
    const record = audio({ size: 3 });
    await addAudio(record, sourceOf(new Uint8Array([0, 255, 13])));
    expect(await getAudio(record.id)).toEqual(record);
    const stored = await openAudioBytes(record.id);
    expect([...(await stored.read(0, stored.size))]).toEqual([0, 255, 13]);
    expect(await getAudio('none')).toBeNull();
    await expect(openAudioBytes('none')).rejects.toMatchObject({ status: 404 });
  });

  it('lies in pieces, and is read by range across their borders', async () => {
    const bytes = Uint8Array.from({ length: 2 * PIECE_BYTES + 5 }, (_, index) => index % 251);
    const record = audio({ size: bytes.length });
    await addAudio(record, sourceOf(bytes));
    const db = await database();
    const pieces = await db.getAll('audio-pieces');
    expect(pieces.map((piece) => piece instanceof ArrayBuffer && piece.byteLength)).toEqual([
      PIECE_BYTES,
      PIECE_BYTES,
      5,
    ]);
    const stored = await openAudioBytes(record.id);
    expect(stored.size).toBe(bytes.length);
    for (const [start, end] of [
      [0, 10],
      [PIECE_BYTES - 3, PIECE_BYTES + 4],
      [PIECE_BYTES - 1, 2 * PIECE_BYTES + 1],
      [2 * PIECE_BYTES, 2 * PIECE_BYTES + 99],
      [bytes.length, bytes.length + 1],
    ] as const) {
      expect(Buffer.from(await stored.read(start, end)).equals(bytes.subarray(start, end))).toBe(true);
    }
  });

  it('is 404 to a reader from the moment that it is deleted', async () => {
    const { record, source } = abc();
    await addAudio(record, source);
    const stored = await openAudioBytes(record.id);
    await deleteUnusedAudio(record.id);
    await expect(stored.read(0, 1)).rejects.toMatchObject({ status: 404 });
  });

  it('leaves nothing behind where its bytes cannot be read to the end', async () => {
    const record = audio({ size: 2 * PIECE_BYTES });
    const source = {
      size: record.size,
      read: async (start: number) => {
        if (start > 0) throw new DOMException('The file was moved.', 'NotReadableError');
        return new Uint8Array(PIECE_BYTES);
      },
    };
    await expect(addAudio(record, source)).rejects.toMatchObject({ name: 'NotReadableError' });
    const db = await database();
    expect([await db.count('audio'), await db.count('audio-pieces')]).toEqual([0, 0]);
  });

  it('is swept where its writer was stopped in the middle, but not while it is being written', async () => {
    const whole = abc();
    await addAudio(whole.record, whole.source);
    const db = await database();
    const [half, growing] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [half, growing]) {
      for (const index of [0, 1]) await db.put('audio-pieces', new ArrayBuffer(4), [id, index]);
    }
    await navigator.locks.request(audioLock(growing), deleteHalfWrittenAudio);
    const ids = (await db.getAllKeys('audio-pieces')).map(([id]) => id);
    expect(ids.toSorted()).toEqual([growing, growing, whole.record.id].toSorted());
    await deleteHalfWrittenAudio();
    expect((await db.getAllKeys('audio-pieces')).map(([id]) => id)).toEqual([whole.record.id]);
  });

  it('is not stored as whole when pieces of it went while it was written', async () => {
    const { record, source } = abc();
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      return put.call(this, value, key === undefined ? key : [crypto.randomUUID(), 0]);
    });
    await expect(addAudio(record, source)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await getAudio(record.id)).toBeNull();
  });

  it('is refused with 507 before anything is written if the browser reports no room', async () => {
    Object.assign(room, { quota: 100, usage: 98 });
    await expect(addAudio(audio({ size: 3 }), sourceOf('abc'))).rejects.toMatchObject({
      status: 507,
      message: expect.stringMatching(/this needs 0\.1 MB, and 0\.1 MB is free/),
    });
  });

  it.each(['audio', 'audio-pieces'])(
    'is stored wholly or not at all when room runs out in %s',
    async (store) => {
      const { record, source } = abc();
      const disk = fillDisk(store);
      await expect(addAudio(record, source)).rejects.toMatchObject({ status: 507 });
      disk.mockRestore();
      const db = await database();
      expect([await db.count('audio'), await db.count('audio-pieces')]).toEqual([0, 0]);
    },
  );

  it('goes with the last job that uses it', async () => {
    const { record, source } = abc();
    await addAudio(record, source);
    const jobs = [job({ audio_id: record.id }), job({ audio_id: record.id })];
    for (const one of jobs) await addJob(one);
    for (const one of jobs) {
      expect(await getAudio(record.id)).not.toBeNull();
      expect(await deleteUnusedAudio(record.id)).toBe(false);
      await deleteJob(one.id);
    }
    expect(await getAudio(record.id)).toBeNull();
    await expect(openAudioBytes(record.id)).rejects.toMatchObject({ status: 404 });
  });

  it('can be deleted before a job uses it', async () => {
    const { record, source } = abc();
    await addAudio(record, source);
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
    for (const record of [used, old, recent]) await addAudio(record, sourceOf('abc'));
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

  const textOf = async ({ model_id, path, chunks }: ModelFileRecord) => {
    const parts: BlobPart[] = [];
    for (let index = 0; index < chunks; index++) parts.push(await readModelChunk(model_id, path, index));
    return new Blob(parts).text();
  };

  it('grow chunk by chunk, in order', async () => {
    let record = empty;
    for (const text of ['ab', 'cd', 'ef']) record = await appendModelChunk(record, bytesFrom(text));
    expect(record).toMatchObject({ received: 6, chunks: 3 });
    expect(await textOf(record)).toBe('abcdef');
    await deleteModelFile('m', 'a.onnx');
    expect(await getModelFile('m', 'a.onnx')).toBeNull();
    await expect(readModelChunk('m', 'a.onnx', 0)).rejects.toMatchObject({ code: 'model_missing' });
    expect(await (await database()).count('model-pieces')).toBe(0);
  });

  it.each(['model-files', 'model-pieces'])(
    'stay where they were, to go on later, when room runs out in %s',
    async (store) => {
      const record = await appendModelChunk(empty, bytesFrom('ab'));
      const disk = fillDisk(store);
      await expect(appendModelChunk(record, bytesFrom('cd'))).rejects.toMatchObject({ status: 507 });
      disk.mockRestore();
      expect(await getModelFile('m', 'a.onnx')).toEqual(record);
      expect(await textOf(record)).toBe('ab');
    },
  );
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
