import { unwrap } from '../../lib/errors/rendered.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { transcriptJob } from '../do-transcript-work.ts';
import { jobRowOfCaller } from '../job-of-caller.ts';
import { renderNames } from '../render-transcript.ts';
import type { ServiceContext } from '../service-context.ts';
import { workElsewhere } from '../work-elsewhere.ts';

/** `GET /v2/pre-recorded/{id}/transcript`: the transcript as people corrected it, in one of several formats. */
export async function onTranscript(context: ServiceContext): Promise<Response> {
  const job = await jobRowOfCaller(context);
  const query = [...new URL(context.req.url).searchParams] satisfies [string, string][];
  const { headers, content } = await workElsewhere({ kind: 'export', id: job.id, query }, job, context);
  return new Response(content, { headers });
}

/** A job with the speakers' names in its result, for `?names=true`; unfinished ones have none. */
export async function withNames(job: JobRecord, names: string): Promise<JobRecord> {
  const finished = await transcriptJob(job);
  return finished ? { ...job, result: unwrap(await renderNames(finished, names)) } : job;
}
