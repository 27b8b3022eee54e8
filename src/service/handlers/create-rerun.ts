import { jobAddress } from '../../contract/clients/api-addresses.ts';
import type { CreatedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { newId } from '../../lib/ids.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { addJob } from '../../storage/jobs/job-store.ts';
import { newJob } from '../../storage/jobs/new-job.ts';
import { jobsBuiltOn } from '../../storage/jobs/query-jobs.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { jobNotFound, jobRowOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * `POST /v2/pre-recorded/{id}/rerun`: transcribes the recording of a draft again, with an installed model. The run is a job of its own,
 * which waits for its model; its result takes the place of the draft, and corrections stay. Throws 409 if the job is no draft. A run
 * that has not ended is returned instead of a second one.
 */
export async function createRerun(context: ServiceContext): Promise<Response> {
  const base = await jobRowOfCaller(context);
  if (base.status !== 'done' || !base.session.draft || base.audio_id === null) {
    throw new AppError('conflict', msg`The job ${base.id} is not a draft.`);
  }
  const { id } = (await openRerun(base.id)) ?? (await addRerun(base));
  const created: CreatedJob = { id, result_url: jobAddress(context.get('base'), id) };
  return jsonResponse(created);
}

const openRerun = async (id: string): Promise<JobRecord | undefined> =>
  (await jobsBuiltOn(id)).find(
    ({ builds_on, status }) => builds_on?.rerun && (status === 'queued' || status === 'processing'),
  );

async function addRerun(base: JobRecord): Promise<JobRecord> {
  const { max_queued_jobs: mostQueued } = (await getSettings()).limits;
  const run = await addJob(
    {
      ...newJob(),
      id: newId(),
      key_id: base.key_id,
      custom_metadata: null,
      params: base.params,
      sent_model: base.sent_model,
      sent_language_model: base.sent_language_model,
      audio_id: base.audio_id,
      file: base.file,
      when_model_missing: 'wait',
      ...(base.automatic && { automatic: true }),
      ...(base.switch_languages && { switch_languages: true }),
      builds_on: { job_id: base.id, merge: true, rerun: true },
    },
    { mostQueued },
  );
  // The job, and its audio with it, may just have been deleted.
  if (!run) throw jobNotFound(base.id);
  announce({ type: 'job-queued', id: run.id });
  return run;
}
