import { AppError } from '../lib/errors.ts';
import { commit } from './commit.ts';
import { database } from './database.ts';
import { withQuota } from './quota.ts';
import { type AudioRecord, audioRecord } from './records.ts';

/** Stores a recording and its bytes, or neither. Throws 507 if there is no room. */
export async function addAudio(record: AudioRecord, bytes: Blob): Promise<void> {
  const parsed = audioRecord.parse(record);
  await withQuota(bytes.size, async () => {
    const db = await database();
    const transaction = db.transaction(['audio', 'audio-bytes'], 'readwrite');
    await commit(transaction, [
      transaction.objectStore('audio').add(parsed),
      transaction.objectStore('audio-bytes').add(bytes, parsed.id),
    ]);
  });
}

/** Deletes a recording unless a job uses it. True if it existed and was deleted. */
export async function deleteUnusedAudio(id: string): Promise<boolean> {
  const db = await database();
  const transaction = db.transaction(['jobs', 'audio', 'audio-bytes'], 'readwrite');
  const audio = transaction.objectStore('audio');
  if ((await transaction.objectStore('jobs').index('by-audio').count(id)) > 0) return false;
  if ((await audio.getKey(id)) === undefined) return false;
  await commit(transaction, [audio.delete(id), transaction.objectStore('audio-bytes').delete(id)]);
  return true;
}

/** Deletes recordings stored before this time that no job uses: uploads that led to nothing. */
export async function deleteAbandonedAudio(before: Date): Promise<number> {
  const db = await database();
  const records = (await db.getAll('audio')).map((value) => audioRecord.parse(value));
  const old = records.filter(({ created_at }) => new Date(created_at) < before);
  const deleted = await Promise.all(old.map(({ id }) => deleteUnusedAudio(id)));
  return deleted.filter(Boolean).length;
}

export async function getAudio(id: string): Promise<AudioRecord | null> {
  const db = await database();
  const value = await db.get('audio', id);
  return value === undefined ? null : audioRecord.parse(value);
}

/** The bytes as stored. Throws 404 if they were deleted. */
export async function getAudioBytes(id: string): Promise<Blob> {
  const db = await database();
  const bytes = await db.get('audio-bytes', id);
  if (!bytes) throw new AppError('not_found', 'The audio of this job is no longer stored.');
  return bytes;
}
