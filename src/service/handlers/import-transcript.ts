import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { ImportFormat } from '../../contract/transcripts/imported-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { jobRowOfCaller } from '../job-of-caller.ts';
import { MAX_TRANSCRIPT_BYTES, mediaType, readBytes } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';
import { workElsewhere } from '../work-elsewhere.ts';

/** Media types that say what a file is; the others, such as text/plain, are given to any. */
const FORMATS: Readonly<Record<string, ImportFormat>> = {
  'application/json': 'json',
  'application/ttml+xml': 'ttml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/x-ssa': 'ass',
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
};

/**
 * `POST /v2/pre-recorded/{id}/transcript`: imports a transcript beside the recording, in place of the corrected one, which is kept
 * as a version. Until the job is done its words share the time of their cues; then they get the times that were recognised.
 */
export async function importTranscript(context: ServiceContext): Promise<Response> {
  const job = await jobRowOfCaller(context);
  const bytes = await readBytes(context.req.raw, MAX_TRANSCRIPT_BYTES);
  const format = FORMATS[mediaType(context.req.raw)] ?? null;
  const query = [...new URL(context.req.url).searchParams] satisfies [string, string][];
  const { headers, content } = await navigator.locks.request(
    correctingLock(job.id),
    { ifAvailable: true },
    async (lock) => {
      if (!lock) {
        throw new AppError('conflict', msg`This transcript is being corrected in a tab.`, {
          remedy: msg`Close the editor, then try again.`,
        });
      }
      return workElsewhere({ kind: 'import', id: job.id, format, bytes, query }, job, context);
    },
  );
  return new Response(content, { headers });
}
