import type { AddonRuns } from '../../contract/addons/addons-request.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import { jobsBuiltOn } from '../../storage/jobs/query-jobs.ts';
import { jobRowOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';

/** `GET /v2/pre-recorded/{id}/addons`: the runs of add-ons on the job's transcript, newest first. */
export async function listAddonRuns(context: ServiceContext): Promise<Response> {
  const { id } = await jobRowOfCaller(context);
  const runs: AddonRuns = {
    items: (await jobsBuiltOn(id)).filter(({ builds_on }) => !builds_on?.rerun).map(jobResponse),
  };
  return jsonResponse(runs);
}
