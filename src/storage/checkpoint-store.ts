import { database } from './database.ts';
import { type CheckpointRecord, checkpointRecord } from './records.ts';

/** Stores one finished window; the same window again replaces it. */
export async function putCheckpoint(checkpoint: CheckpointRecord): Promise<void> {
  const db = await database();
  await db.put('checkpoints', checkpointRecord.parse(checkpoint));
}

/** The finished windows of a job, by index. */
export async function getCheckpoints(jobId: string): Promise<CheckpointRecord[]> {
  const db = await database();
  const values = await db.getAll('checkpoints', IDBKeyRange.bound([jobId], [jobId, []]));
  return values.map((value) => checkpointRecord.parse(value));
}

export async function deleteCheckpoints(jobId: string): Promise<void> {
  const db = await database();
  await db.delete('checkpoints', IDBKeyRange.bound([jobId], [jobId, []]));
}
