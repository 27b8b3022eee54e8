import type { CorrectedTranscript } from '../../contract/corrected-transcript.ts';
import { announce } from '../../lib/channel.ts';
import { editLock } from '../../lib/edit-lock.ts';
import { AppError } from '../../lib/errors.ts';
import { readEdit } from '../../storage/read-edit.ts';
import type { JobRecord } from '../../storage/records.ts';
import { keepVersion, saveEdit } from '../../storage/save-edit.ts';
import { jsonResponse } from '../json-response.ts';
import { ownedJob } from '../owned-job.ts';
import { MAX_TRANSCRIPT_BYTES, mediaType, readBytes } from '../read-json.ts';
import { renderImport } from '../render-transcript.ts';
import { unwrap } from '../rendered.ts';
import type { ServiceContext } from '../service-context.ts';

/** Media types that say what a file is; the others, such as text/plain, are given to any. */
const FORMATS: Readonly<Record<string, 'json' | 'vtt' | 'srt'>> = {
  'application/json': 'json',
  'text/vtt': 'vtt',
  'application/x-subrip': 'srt',
};

/**
 * `POST /v2/pre-recorded/{id}/transcript`: imports a transcript beside the recording, in place of the corrected one, which is kept
 * as a version. Until the job is done its words share the time of their cues; then they get the times that were recognised.
 */
export async function importTranscript(context: ServiceContext): Promise<Response> {
  const { id } = await ownedJob(context);
  const bytes = await readBytes(context.req.raw, MAX_TRANSCRIPT_BYTES);
  const answer = await navigator.locks.request(editLock(id), { ifAvailable: true }, async (lock) => {
    if (!lock) {
      throw new AppError(
        'conflict',
        'This transcript is being corrected in a tab. Close the editor, then try again.',
      );
    }
    let job = await ownedJob(context);
    for (;;) {
      const stored = await store(job, bytes, context);
      const wasDone = job.status === 'done';
      job = await ownedJob(context);
      // The job may have ended meanwhile: its words have times now.
      if (wasDone || job.status !== 'done') return stored;
    }
  });
  return jsonResponse(answer);
}

async function store(
  job: JobRecord,
  bytes: Uint8Array<ArrayBuffer>,
  { req }: ServiceContext,
): Promise<CorrectedTranscript> {
  const { id, status, result, file, params } = job;
  if (status === 'error') throw new AppError('conflict', `The job ${id} failed. Create it again.`);
  const { name, document, before, stored, answer } = unwrap(
    await renderImport(
      {
        id,
        result: status === 'done' ? result : null,
        stored: await readEdit(id),
        duration: file?.audio_duration ?? 0,
        languages: params.language_config.languages,
        format: FORMATS[mediaType(req.raw)] ?? null,
        bytes,
      },
      [...new URL(req.url).searchParams],
    ),
  );
  if (before) await keepVersion(id, before, `Before importing ${name}`);
  const saved = await saveEdit(id, document, stored);
  announce({ type: 'edit-saved', id });
  // A job without a model can go on with this text.
  if (status !== 'done') announce({ type: 'job-queued', id });
  return { ...answer, ...saved };
}
