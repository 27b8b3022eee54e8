import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { failureParts } from '../../lib/errors/errors.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { requestId } from '../../lib/ids.ts';
import type { JobRecord } from '../database/records.ts';

/**
 * A stored job as returned by the API (specification §2.2). `post_session_metadata` says how the job ran; while it is
 * unfinished, what it waits for, its progress (0 to 1), the seconds left and whether the pool has it; after a failure, the error and what to
 * do about it.
 */
export function jobResponse(job: JobRecord): PreRecordedJob {
  return {
    id: job.id,
    request_id: requestId(job.id),
    version: job.version,
    status: job.status,
    created_at: job.created_at,
    completed_at: job.completed_at,
    custom_metadata: job.custom_metadata,
    error_code: job.error?.status ?? null,
    post_session_metadata: {
      model: job.params.model,
      ...sessionOf(job),
      ...(job.live && { live: true }),
      ...(job.builds_on && { builds_on: job.builds_on.job_id }),
      waiting: job.waiting,
      ...(job.paused && { paused: true }),
      ...(job.status === 'queued' && job.queue_rank !== undefined && { queue_rank: job.queue_rank }),
      progress: job.progress,
      ...(job.status === 'processing' && job.stage && { stage: job.stage }),
      seconds_left: job.seconds_left,
      ...(job.in_pool && job.status !== 'done' && job.status !== 'error' && { in_pool: true }),
      ...(job.library && { library: job.library }),
      ...(job.error && {
        error: { code: job.error.code, ...failureParts(job.error) },
      }),
    },
    kind: 'pre-recorded',
    file: job.file,
    request_params: sentParams(job),
    // A job that builds on another one has that one's transcript while it waits.
    result: job.status === 'done' ? job.result : null,
  };
}

/** How the job ran, with notes on its request before those of its run. */
function sessionOf({ session, request_notes: ignored = [] }: JobRecord): JobRecord['session'] {
  if (ignored.length === 0) return session;
  const { notes, texts } = session;
  return {
    ...session,
    notes: [...ignored.map(inEnglish), ...(Array.isArray(notes) ? notes : [])],
    texts: [...ignored, ...(Array.isArray(texts) ? texts : [])],
  };
}

/** The parameters with the names of models as they were sent. */
function sentParams({
  params,
  sent_model,
  sent_language_model,
}: JobRecord): PreRecordedJob['request_params'] {
  const { audio_to_llm_config: prompts, model } = params;
  return {
    ...params,
    model: sent_model ?? model,
    ...(prompts &&
      sent_language_model !== null && { audio_to_llm_config: { ...prompts, model: sent_language_model } }),
  };
}
