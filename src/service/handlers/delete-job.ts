import { deleteWithWork } from '../../storage/jobs/delete-with-work.ts';
import { jobNotFound, jobRowOfCaller } from '../job-of-caller.ts';
import type { ServiceContext } from '../service-context.ts';

/** `DELETE /v2/pre-recorded/{id}`: deletes the job and all that belongs to it; cancels it if it is running. */
export async function deleteJob(context: ServiceContext): Promise<Response> {
  const { id } = await jobRowOfCaller(context);
  // Another caller may have deleted it first.
  if (!(await deleteWithWork(id))) throw jobNotFound(id);
  return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } });
}
