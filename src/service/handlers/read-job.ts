import { jobResponse } from '../job-response.ts';
import { jsonResponse } from '../json-response.ts';
import { ownedJob } from '../owned-job.ts';
import type { ServiceContext } from '../service-context.ts';

/** `GET /v2/pre-recorded/{id}` (specification §4.3). */
export async function readJob(context: ServiceContext): Promise<Response> {
  return jsonResponse(jobResponse(await ownedJob(context)));
}
