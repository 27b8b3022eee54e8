import { jobAddress } from '../../../src/contract/api-addresses.ts';
import { invalidParameters } from '../../../src/contract/invalid-parameters.ts';
import type { CreatedJob } from '../../../src/contract/pre-recorded-job.ts';
import { preRecordedRequest } from '../../../src/contract/pre-recorded-request.ts';
import { validationErrors } from '../../../src/contract/validation-errors.ts';
import { enqueueJob } from '../../../src/jobs/enqueue.ts';
import { getSettings } from '../../../src/storage/settings-store.ts';
import { jsonResponse } from '../json-response.ts';
import { readJson } from '../read-json.ts';
import { originOf, type ServiceContext } from '../service-context.ts';

/** `wait` or `fail`: what the job does when its model is not installed. Without it, the setting holds. */
export const WHEN_MODEL_MISSING_HEADER = 'x-earshot-when-model-missing';

/** `POST /v2/pre-recorded` (specification §4.2). */
export async function createJob(context: ServiceContext): Promise<Response> {
  const whenModelMissing = await whenMissing(context.req.header(WHEN_MODEL_MISSING_HEADER));
  const parsed = preRecordedRequest.safeParse(await readJson(context.req.raw), { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const origin = originOf(context);
  const { id } = await enqueueJob({
    params: parsed.data,
    keyId: context.get('key').id,
    whenModelMissing,
    origin,
  });
  const created: CreatedJob = { id, result_url: jobAddress(origin, id) };
  return jsonResponse(created);
}

async function whenMissing(header: string | undefined): Promise<'wait' | 'fail'> {
  if (header === undefined) return (await getSettings()).when_model_missing;
  const choice = header.trim().toLowerCase();
  if (choice === 'wait' || choice === 'fail') return choice;
  throw invalidParameters([`${WHEN_MODEL_MISSING_HEADER} must be one of wait, fail`]);
}
