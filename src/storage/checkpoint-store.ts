import { changeStores } from './change-stores.ts';
import { database } from './database.ts';
import { type CheckpointRecord, checkpointRecord, jobRecord } from './records.ts';

const ofClaim = jobRecord.pick({ claim: true });

/**
 * Stores a finished window, replacing an earlier version. False, without writing, if its job was deleted or, since this
 * claim, taken over by another run.
 */
export async function putCheckpoint(
  checkpoint: CheckpointRecord,
  claim: string | null = null,
): Promise<boolean> {
  const record = checkpointRecord.parse(checkpoint);
  return changeStores(['jobs', 'checkpoints'], async (transaction) => {
    const job = await transaction.objectStore('jobs').get(record.job_id);
    if (job === undefined || ofClaim.parse(job).claim !== claim) return false;
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
