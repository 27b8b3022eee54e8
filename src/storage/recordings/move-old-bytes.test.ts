import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, room } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { database } from '../database/database.ts';
import { deleteModelFile, putModelFile, readModelChunk } from '../models/model-file-store.ts';
import { deleteUnusedAudio, openAudioBytes } from './audio-store.ts';
import { moveOldBytes } from './move-old-bytes.ts';

const signal = new AbortController().signal;
const content = Buffer.alloc(PIECE_BYTES + 7, 'talk');

/** A recording as versions up to 4 stored it. */
async function putOldAudio(): Promise<string> {
  const db = await database();
  const record = audio({ size: content.length });
  await db.put('audio', record);
  await db.put('audio-bytes', new Blob([content]), record.id);
  return record.id;
}

async function readAll(id: string): Promise<Buffer> {
  const source = await openAudioBytes(id);
  return Buffer.from(await source.read(0, source.size));
}

const counts = async () => {
  const db = await database();
  return {
    blobs: (await db.count('audio-bytes')) + (await db.count('model-chunks')),
    pieces: (await db.count('audio-pieces')) + (await db.count('model-pieces')),
  };
};

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('what versions up to 4 stored as Blobs', () => {
  it('is read before, while and after it is moved into pieces', async () => {
    const id = await putOldAudio();
    const before = await openAudioBytes(id);
    expect((await readAll(id)).equals(content)).toBe(true);
    await moveOldBytes(signal);
    expect(await counts()).toEqual({ blobs: 0, pieces: 2 });
    expect((await readAll(id)).equals(content)).toBe(true);
    expect(Buffer.from(await before.read(0, before.size)).equals(content)).toBe(true);
    await moveOldBytes(signal);
    expect(await counts()).toEqual({ blobs: 0, pieces: 2 });
  });

  it('is moved by the next host where the first was stopped in the middle', async () => {
    const id = await putOldAudio();
    const db = await database();
    await db.put('audio-pieces', new ArrayBuffer(PIECE_BYTES), [id, 0]);
    expect((await readAll(id)).equals(content)).toBe(true);
    await moveOldBytes(signal);
    expect((await readAll(id)).equals(content)).toBe(true);
    expect(await counts()).toEqual({ blobs: 0, pieces: 2 });
  });

  it('stays as it is where there is no room for a second copy', async () => {
    const id = await putOldAudio();
    Object.assign(room, { quota: content.length, usage: 1 });
    await expect(moveOldBytes(signal)).rejects.toMatchObject({ code: 'storage_full' });
    Object.assign(room, { quota: 10e9, usage: 0 });
    const disk = fillDisk('audio-pieces');
    await expect(moveOldBytes(signal)).rejects.toMatchObject({ code: 'storage_full' });
    disk.mockRestore();
    expect(await counts()).toEqual({ blobs: 1, pieces: 0 });
    expect((await readAll(id)).equals(content)).toBe(true);
  });

  it('leaves nothing where it is deleted while it is moved', async () => {
    const id = await putOldAudio();
    const { arrayBuffer } = Blob.prototype;
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
      reading.mockRestore();
      await deleteUnusedAudio(id);
      return arrayBuffer.call(this);
    });
    await moveOldBytes(signal);
    expect(await counts()).toEqual({ blobs: 0, pieces: 0 });
    await expect(openAudioBytes(id)).rejects.toMatchObject({ status: 404 });
  });

  it('is moved for models, chunk by chunk, and goes with the model', async () => {
    const db = await database();
    await putModelFile({
      model_id: 'm',
      path: 'a.onnx',
      size: 4,
      received: 4,
      chunks: 2,
      sha256: null,
      etag: null,
      revision: null,
      complete: true,
    });
    await db.put('model-chunks', new Blob(['ab']), ['m', 'a.onnx', 0]);
    await db.put('model-chunks', new Blob(['cd']), ['m', 'a.onnx', 1]);
    const text = async (index: number) =>
      new TextDecoder().decode(await readModelChunk('m', 'a.onnx', index));
    expect([await text(0), await text(1)]).toEqual(['ab', 'cd']);
    await moveOldBytes(signal);
    expect(await counts()).toEqual({ blobs: 0, pieces: 2 });
    expect([await text(0), await text(1)]).toEqual(['ab', 'cd']);
    await db.put('model-chunks', new Blob(['ef']), ['m', 'a.onnx', 2]);
    await deleteModelFile('m', 'a.onnx');
    expect(await counts()).toEqual({ blobs: 0, pieces: 0 });
  });

  it('is left for later when the signal aborts', async () => {
    await putOldAudio();
    await expect(moveOldBytes(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(await counts()).toEqual({ blobs: 1, pieces: 0 });
  });
});
