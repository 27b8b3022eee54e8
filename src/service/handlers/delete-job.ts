import { announce } from '../../contract/realms/channel.ts';
import { deleteJob as deleteStoredJob } from '../../storage/jobs/job-store.ts';
import { jobsBuiltOn } from '../../storage/jobs/query-jobs.ts';
import { jobNotFound, jobRowOfCaller } from '../job-of-caller.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * `DELETE /v2/pre-recorded/{id}`: deletes the job, its result, what was made of its transcript and its audio; cancels it
 * if it is running.
 */
export async function deleteJob(context: ServiceContext): Promise<Response> {
  const { id } = await jobRowOfCaller(context);
  for (const built of await jobsBuiltOn(id)) {
    if (await deleteStoredJob(built.id)) announce({ type: 'job-deleted', id: built.id });
  }
  // Another caller may have deleted it first.
  if (!(await deleteStoredJob(id))) throw jobNotFound(id);
  announce({ type: 'job-deleted', id });
  return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } });
}
