import { announce } from '../../contract/realms/channel.ts';
import { deleteJob } from './job-store.ts';
import { jobsBuiltOn } from './query-jobs.ts';

/** Deletes a job and the jobs that work on its transcript, and notifies all realms. True if it existed. */
export async function deleteWithWork(id: string): Promise<boolean> {
  for (const built of await jobsBuiltOn(id)) {
    if (await deleteJob(built.id)) announce({ type: 'job-deleted', id: built.id });
  }
  const isDeleted = await deleteJob(id);
  if (isDeleted) announce({ type: 'job-deleted', id });
  return isDeleted;
}
