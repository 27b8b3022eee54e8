import { commit } from './commit.ts';
import { database } from './database.ts';
import { reportFull } from './quota.ts';
import { type CheckpointRecord, checkpointRecord } from './records.ts';

/** Stores a finished window, replacing an earlier version. False, without writing, if its job was deleted. */
export async function putCheckpoint(checkpoint: CheckpointRecord): Promise<boolean> {
  const record = checkpointRecord.parse(checkpoint);
  const db = await database();
  const transaction = db.transaction(['jobs', 'checkpoints'], 'readwrite');
  if ((await transaction.objectStore('jobs').getKey(record.job_id)) === undefined) return false;
  await reportFull(0, () => commit(transaction, [transaction.objectStore('checkpoints').put(record)]));
  return true;
}

/** A job's finished windows by index. */
export async function getCheckpoints(jobId: string): Promise<CheckpointRecord[]> {
  const db = await database();
  const values = await db.getAll('checkpoints', IDBKeyRange.bound([jobId], [jobId, []]));
  return values.map((value) => checkpointRecord.parse(value));
}

export async function deleteCheckpoints(jobId: string): Promise<void> {
  const db = await database();
  await db.delete('checkpoints', IDBKeyRange.bound([jobId], [jobId, []]));
}
