import { jobAddress } from '../../contract/clients/api-addresses.ts';
import type { CreatedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { addRerun } from '../../storage/jobs/add-rerun.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { jobNotFound, jobRowOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * `POST /v2/pre-recorded/{id}/rerun`: transcribes the recording of a draft again, with an installed model. The run is a job of its own,
 * which waits for its model; its result takes the place of the draft, and corrections remain. Throws 409 if the job is no draft. A run
 * that has not ended is returned instead of a second one.
 */
export async function createRerun(context: ServiceContext): Promise<Response> {
  const base = await jobRowOfCaller(context);
  if (base.status !== 'done' || !base.session.draft || base.audio_id === null) {
    throw new AppError('conflict', msg`The job ${base.id} is not a draft.`);
  }
  const { max_queued_jobs: mostQueued } = (await getSettings()).limits;
  const run = await addRerun(base, { mostQueued });
  // The job, and its audio with it, may just have been deleted.
  if (!run) throw jobNotFound(base.id);
  const created: CreatedJob = { id: run.id, result_url: jobAddress(context.get('base'), run.id) };
  return jsonResponse(created);
}
