import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { type CheckpointRecord, checkpointRecord, type JobRecord, jobRecord } from '../database/records.ts';
import { hasEnded, toJobRow } from './job-rows.ts';

/** The keys of a job's finished windows, from one on. */
export const checkpointsOf = (jobId: string, from = 0): IDBKeyRange =>
  IDBKeyRange.bound([jobId, from], [jobId, []]);

const jobRow = jobRecord.omit({ result: true });
const ofClaim = jobRecord.pick({ claim: true, status: true });

/**
 * Stores a finished window, in place of an earlier version, and its job's progress, in one transaction. False, without
 * writing, if the job was deleted, has ended, or was taken over since this claim.
 */
export async function putCheckpoint(
  checkpoint: CheckpointRecord,
  claim: string | null = null,
  step: (job: Omit<JobRecord, 'result'>) => Partial<Omit<JobRecord, 'result'>> = () => ({}),
): Promise<boolean> {
  const record = checkpointRecord.parse(checkpoint);
  return changeStores(['jobs', 'checkpoints'], async (transaction) => {
    const jobs = transaction.objectStore('jobs');
    const row = await jobs.get(record.job_id);
    const job = row === undefined ? null : jobRow.parse(row);
    if (!job || hasEnded(job) || job.claim !== claim) return false;
    await Promise.all([
      transaction.objectStore('checkpoints').put(record),
      jobs.put(toJobRow(jobRow.parse({ ...job, ...step(job) }))),
    ]);
    return true;
  });
}

/** A job's finished windows by index, from one on: a long recording has thousands. */
export async function getCheckpoints(jobId: string, from = 0): Promise<CheckpointRecord[]> {
  const db = await database();
  const values = await db.getAll('checkpoints', checkpointsOf(jobId, from));
  return values.map((value) => checkpointRecord.parse(value));
}

/** Deletes the windows that an earlier version left behind when it was stopped at the end of a job. */
export async function deleteLeftCheckpoints(): Promise<void> {
  await changeStores(['jobs', 'checkpoints'], async (transaction) => {
    const checkpoints = transaction.objectStore('checkpoints');
    const jobs = transaction.objectStore('jobs');
    let cursor = await checkpoints.openKeyCursor();
    while (cursor) {
      const [jobId] = cursor.key;
      const job = await jobs.get(jobId);
      if (job === undefined || hasEnded(ofClaim.parse(job))) await checkpoints.delete(checkpointsOf(jobId));
      cursor = await cursor.continue([jobId, Number.POSITIVE_INFINITY]);
    }
  });
}
