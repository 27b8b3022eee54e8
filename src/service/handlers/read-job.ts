import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import { storedJobQuery } from '../../contract/jobs/job-list-query.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import { jobInJson, jsonOfPieces } from '../job-in-json.ts';
import { jobInTextOfCaller, jobOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';
import { withNames } from './read-corrected-transcript.ts';

/**
 * `GET /v2/pre-recorded/{id}` (specification §4.3); `?names=true` adds names, `?utterances=false` omits the utterances.
 */
export async function readJob(context: ServiceContext): Promise<Response> {
  const { names, ...asked } = context.req.query();
  const parsed = storedJobQuery.safeParse(asked, { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { utterances } = parsed.data;
  return names === undefined || utterances === 'false'
    ? jsonOfPieces(jobInJson(await jobInTextOfCaller(context), utterances))
    : jsonResponse(jobResponse(await withNames(await jobOfCaller(context), names)));
}
