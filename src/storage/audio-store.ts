import { AppError } from '../lib/errors.ts';
import { database } from './database.ts';
import { withQuota } from './quota.ts';
import { type AudioRecord, audioRecord } from './records.ts';

/** Stores a recording with its bytes, both or neither. 507 when there is no room. */
export async function addAudio(record: AudioRecord, bytes: Blob): Promise<void> {
  await withQuota(bytes.size, async () => {
    const db = await database();
    const transaction = db.transaction(['audio', 'audio-bytes'], 'readwrite');
    await Promise.all([
      transaction.objectStore('audio').add(audioRecord.parse(record)),
      transaction.objectStore('audio-bytes').add(bytes, record.id),
      transaction.done,
    ]);
  });
}

export async function getAudio(id: string): Promise<AudioRecord | null> {
  const db = await database();
  const value = await db.get('audio', id);
  return value === undefined ? null : audioRecord.parse(value);
}

/** The bytes as they were stored; 404 when they are gone. */
export async function getAudioBytes(id: string): Promise<Blob> {
  const db = await database();
  const bytes = await db.get('audio-bytes', id);
  if (!bytes) throw new AppError('not_found', 'The audio of this job is no longer stored.');
  return bytes;
}
