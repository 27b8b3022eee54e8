import { AppError } from '../../lib/errors.ts';
import { readEdit } from '../../storage/read-edit.ts';
import type { JobRecord } from '../../storage/records.ts';
import { ownedJob } from '../owned-job.ts';
import { renderNames, renderTranscript, type TranscriptJob } from '../render-transcript.ts';
import { unwrap } from '../rendered.ts';
import type { ServiceContext } from '../service-context.ts';

/** `GET /v2/pre-recorded/{id}/transcript`: the transcript as people corrected it, in one of several formats. */
export async function readTranscript(context: ServiceContext): Promise<Response> {
  const job = await ownedJob(context);
  const finished = await transcriptJob(job);
  if (!finished) {
    const ending = job.status === 'error' ? 'The job failed.' : 'The job is not done yet: wait for its end.';
    throw new AppError('conflict', `There is no transcript. ${ending}`);
  }
  const query = [...new URL(context.req.url).searchParams];
  const { headers, content } = unwrap(await renderTranscript(finished, query));
  return new Response(content, { headers });
}

/** A job with the speakers' names in its result, for `?names=true`; unfinished ones have none. */
export async function withNames(job: JobRecord, names: string): Promise<JobRecord> {
  const finished = await transcriptJob(job);
  return finished ? { ...job, result: unwrap(await renderNames(finished, names)) } : job;
}

async function transcriptJob({
  id,
  result,
  params,
  file,
  library,
}: JobRecord): Promise<TranscriptJob | null> {
  const captions = params.subtitles_config;
  const filename = library?.name ?? file?.filename ?? null;
  return result && { id, result, stored: await readEdit(id), captions, filename };
}
