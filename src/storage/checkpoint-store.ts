import { changeStores } from './change-stores.ts';
import { database } from './database.ts';
import { type CheckpointRecord, checkpointRecord } from './records.ts';

/** Stores a finished window, replacing an earlier version. False, without writing, if its job was deleted. */
export async function putCheckpoint(checkpoint: CheckpointRecord): Promise<boolean> {
  const record = checkpointRecord.parse(checkpoint);
  return changeStores(['jobs', 'checkpoints'], async (transaction) => {
    if ((await transaction.objectStore('jobs').getKey(record.job_id)) === undefined) return false;
    await transaction.objectStore('checkpoints').put(record);
    return true;
  });
}

/** A job's finished windows by index. */
export async function getCheckpoints(jobId: string): Promise<CheckpointRecord[]> {
  const db = await database();
  const values = await db.getAll('checkpoints', IDBKeyRange.bound([jobId], [jobId, []]));
  return values.map((value) => checkpointRecord.parse(value));
}

export async function deleteCheckpoints(jobId: string): Promise<void> {
  await changeStores(['checkpoints'], (transaction) =>
    transaction.objectStore('checkpoints').delete(IDBKeyRange.bound([jobId], [jobId, []])),
  );
}
