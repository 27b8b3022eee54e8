import { commit } from './commit.ts';
import { database } from './database.ts';
import { reportFull } from './quota.ts';
import { type CheckpointRecord, checkpointRecord } from './records.ts';

/** Stores one finished window; the same window again replaces it. False, with nothing written, when its job is gone. */
export async function putCheckpoint(checkpoint: CheckpointRecord): Promise<boolean> {
  const record = checkpointRecord.parse(checkpoint);
  const db = await database();
  const transaction = db.transaction(['jobs', 'checkpoints'], 'readwrite');
  if ((await transaction.objectStore('jobs').getKey(record.job_id)) === undefined) return false;
  await reportFull(0, () => commit(transaction, [transaction.objectStore('checkpoints').put(record)]));
  return true;
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
