import { jobResponse } from '../../storage/jobs/job-response.ts';
import { jobOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';
import { withNames } from './read-corrected-transcript.ts';

/** `GET /v2/pre-recorded/{id}` (specification §4.3); `?names=true` adds the speakers' names to the utterances. */
export async function readJob(context: ServiceContext): Promise<Response> {
  const job = await jobOfCaller(context);
  const names = context.req.query('names');
  return jsonResponse(jobResponse(names === undefined ? job : await withNames(job, names)));
}
