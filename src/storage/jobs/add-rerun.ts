import { announce } from '../../contract/realms/channel.ts';
import { newId } from '../../lib/ids.ts';
import type { JobRecord } from '../database/records.ts';
import { addJob } from './job-store.ts';
import { newJob } from './new-job.ts';
import { jobsBuiltOn } from './query-jobs.ts';

interface RerunOptions {
  mostQueued?: number | null;
  /** It sends no callback and no webhook: those of the draft have been sent. */
  silent?: true;
}

/**
 * The run of a draft's recording with a better model: the unfinished one, or a new one. Null if the draft was deleted.
 * Throws 429 if more than `mostQueued` jobs wait.
 */
export async function addRerun(draft: JobRecord, options: RerunOptions = {}): Promise<JobRecord | null> {
  return (await openRerun(draft.id)) ?? (await newRerun(draft, options));
}

const openRerun = async (id: string): Promise<JobRecord | undefined> =>
  (await jobsBuiltOn(id)).find(
    ({ builds_on, status }) => builds_on?.rerun && (status === 'queued' || status === 'processing'),
  );

async function newRerun(base: JobRecord, options: RerunOptions): Promise<JobRecord | null> {
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
      builds_on: { job_id: base.id, merge: true, rerun: true, ...(options.silent && { silent: true }) },
    },
    options,
  );
  if (run) announce({ type: 'job-queued', id: run.id });
  return run;
}
