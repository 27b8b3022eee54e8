import { blobSource, inPieces } from '../../lib/bytes/byte-source.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { ensureRoom } from '../database/quota.ts';
import { bytesOf, toStored } from '../database/stored-bytes.ts';
import { deletePieces, writePieces } from './audio-rows.ts';
import { audioLock } from './audio-store.ts';

/**
 * Moves what versions up to 4 stored as Blobs into pieces: recordings first, then model chunks, one at a time. Each can be
 * read before, during and after its move; if this stops or fails, the next call continues. Only one realm may call it.
 * Throws 507 if there is no room for a second copy of one of them.
 */
export async function moveOldBytes(signal: AbortSignal): Promise<void> {
  const db = await database();
  for (const id of await db.getAllKeys('audio-bytes')) {
    signal.throwIfAborted();
    await navigator.locks.request(audioLock(id), { signal }, () => moveRecording(id));
  }
  for (const key of await db.getAllKeys('model-chunks')) {
    signal.throwIfAborted();
    await moveModelChunk(key);
  }
}

async function moveRecording(id: string): Promise<void> {
  const db = await database();
  const blob = await db.get('audio-bytes', id);
  if (!blob) return;
  await ensureRoom(blob.size);
  try {
    await writePieces(id, inPieces(blobSource(blob)));
    await changeStores(['audio-bytes', 'audio-pieces'], async (transaction) => {
      const old = transaction.objectStore('audio-bytes');
      if ((await old.getKey(id)) === undefined) throw new Gone();
      await old.delete(id);
    });
  } catch (error) {
    // Either the Blob still counts, or the recording was deleted in the meantime.
    await deletePieces(id);
    if (!(error instanceof Gone)) throw error;
  }
}

class Gone extends Error {}

async function moveModelChunk(key: [string, string, number]): Promise<void> {
  const db = await database();
  const blob = await db.get('model-chunks', key);
  if (!blob) return;
  await ensureRoom(blob.size);
  const stored = toStored(new Uint8Array(await bytesOf(blob)));
  await changeStores(
    ['model-chunks', 'model-pieces'],
    async (transaction) => {
      const old = transaction.objectStore('model-chunks');
      // The model may have been deleted while the chunk was read.
      if ((await old.getKey(key)) === undefined) return;
      await Promise.all([transaction.objectStore('model-pieces').put(stored, key), old.delete(key)]);
    },
    blob.size,
  );
}
