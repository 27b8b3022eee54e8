import { type ByteSource, blobSource, inPieces } from '../../lib/bytes/byte-source.ts';
import { changeStores } from '../database/change-stores.ts';
import { database, readStores } from '../database/database.ts';
import { ensureRoom } from '../database/quota.ts';
import { type AudioRecord, audioRecord } from '../database/records.ts';
import {
  AUDIO,
  addAudioRow,
  audioGone,
  deleteAudioRows,
  deletePieces,
  piecesOfAudio,
  storedPieces,
  writePieces,
} from './audio-rows.ts';

/** Held while the pieces of a recording are written. Pieces without a record and without this lock were abandoned. */
export const audioLock = (id: string) => `earshot-audio-${id}`;

/** Stores a recording, its record last, or nothing of it. Throws 507 if there is no room, and the signal's reason. */
export async function addAudio(record: AudioRecord, bytes: ByteSource, signal?: AbortSignal): Promise<void> {
  const parsed = audioRecord.parse(record);
  await ensureRoom(bytes.size);
  const read = async (start: number, end: number) => {
    signal?.throwIfAborted();
    return bytes.read(start, end);
  };
  await addArrivingAudio(parsed.id, inPieces({ size: bytes.size, read }), async () => parsed);
}

/**
 * Stores a recording whose bytes are still arriving, or nothing of it: in pieces of `PIECE_BYTES`, then the record that
 * `describe` makes of what is stored. Throws 507 if there is no room, and whatever the two throw.
 */
export function addArrivingAudio(
  id: string,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  describe: (stored: ByteSource) => Promise<AudioRecord>,
): Promise<AudioRecord> {
  return navigator.locks.request(audioLock(id), () =>
    withPieces(id, pieces, async (size) => {
      const record = audioRecord.parse(await describe(storedPieces(id, size)));
      await changeStores(['audio', 'audio-pieces'], (transaction) => addAudioRow(transaction, record));
      return record;
    }),
  );
}

/**
 * Makes sure that a recording's bytes are stored, then calls `link` to store its record together with what refers to it. Until
 * then nobody takes the bytes for abandoned. `link` receives whether they are new, so that the record must be added.
 */
export function linkAudio<Result>(
  id: string,
  pieces: () => AsyncIterable<Uint8Array<ArrayBuffer>>,
  link: (isNew: boolean) => Promise<Result>,
): Promise<Result> {
  return navigator.locks.request(audioLock(id), async () =>
    (await getAudio(id)) === null ? withPieces(id, pieces(), () => link(true)) : link(false),
  );
}

/** Calls `finish` with the size of what was written; whatever fails, no pieces are left. */
async function withPieces<Result>(
  id: string,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  finish: (size: number) => Promise<Result>,
): Promise<Result> {
  try {
    return await finish(await writePieces(id, pieces));
  } catch (error) {
    // If even that fails, the next host deletes them.
    await deletePieces(id).catch(console.warn);
    throw error;
  }
}

/** Deletes a recording unless a job uses it. True if it existed and was deleted. */
export function deleteUnusedAudio(id: string): Promise<boolean> {
  return changeStores(['jobs', ...AUDIO], async (transaction) => {
    if ((await transaction.objectStore('jobs').index('by-audio').count(id)) > 0) return false;
    if ((await transaction.objectStore('audio').getKey(id)) === undefined) return false;
    await deleteAudioRows(transaction, id);
    return true;
  });
}

/** Deletes recordings stored before this time that no job uses: uploads that led to nothing. */
export async function deleteAbandonedAudio(before: Date): Promise<number> {
  const db = await database();
  const records = (await db.getAll('audio')).map((value) => audioRecord.parse(value));
  const old = records.filter(({ created_at }) => new Date(created_at) < before);
  const deleted = await Promise.all(old.map(({ id }) => deleteUnusedAudio(id)));
  return deleted.filter(Boolean).length;
}

/** Deletes pieces whose writer was stopped before the recording was complete. */
export async function deleteHalfWrittenAudio(): Promise<void> {
  for (const id of await idsOfPieces()) {
    await navigator.locks.request(audioLock(id), { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await changeStores(['audio', 'audio-pieces'], async (transaction) => {
        if ((await transaction.objectStore('audio').getKey(id)) !== undefined) return;
        await transaction.objectStore('audio-pieces').delete(piecesOfAudio(id));
      });
    });
  }
}

/** Every id that has pieces, found from one key each. */
async function idsOfPieces(): Promise<string[]> {
  return readStores(async (db) => {
    const ids: string[] = [];
    let cursor = await db.transaction('audio-pieces').store.openKeyCursor();
    while (cursor) {
      const [id] = cursor.key;
      ids.push(id);
      cursor = await cursor.continue([id, Number.POSITIVE_INFINITY]);
    }
    return ids;
  });
}

export async function getAudio(id: string): Promise<AudioRecord | null> {
  const db = await database();
  const value = await db.get('audio', id);
  return value === undefined ? null : audioRecord.parse(value);
}

/** The bytes as stored. Throws 404 if they were deleted; so does reading them later. */
export async function openAudioBytes(id: string): Promise<ByteSource> {
  const [record, blob] = await readStores((db) => {
    const transaction = db.transaction(['audio', 'audio-bytes']);
    return Promise.all([
      transaction.objectStore('audio').get(id),
      transaction.objectStore('audio-bytes').get(id),
    ]);
  });
  if (blob) return blobSource(blob);
  if (record === undefined) throw audioGone();
  return storedPieces(id, audioRecord.parse(record).size);
}
