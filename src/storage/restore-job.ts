import { changeStores } from './change-stores.ts';
import { JOB, jobRowsOf, writeJob } from './job-rows.ts';
import { type JobRecord, jobRecord } from './records.ts';

/**
 * Stores a job of a backup as it was. No event is sent: its receivers heard of it then. A recording that is not stored is no longer
 * named. Throws ConstraintError as 500 `storage_failed` if the job exists.
 */
export async function restoreJob(job: JobRecord): Promise<void> {
  const parsed = jobRecord.parse(job);
  await changeStores([...JOB, 'audio'], async (transaction) => {
    const { audio_id } = parsed;
    const isStored =
      audio_id !== null && (await transaction.objectStore('audio').getKey(audio_id)) !== undefined;
    const restored = { ...parsed, audio_id: isStored ? audio_id : null };
    await Promise.all(writeJob(jobRowsOf(transaction), restored, 'add'));
  });
}
