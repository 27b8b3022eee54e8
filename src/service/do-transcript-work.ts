import { announce } from '../contract/realms/channel.ts';
import type { TranscriptAnswer, TranscriptCall } from '../contract/realms/transcript-work.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { type Rendered, rendered, unwrap } from '../lib/errors/rendered.ts';
import { readCorrectedRows } from '../storage/corrections/read-corrected.ts';
import { keepVersion, saveCorrected, saveCorrectedAhead } from '../storage/corrections/save-corrected.ts';
import type { JobRecord } from '../storage/database/records.ts';
import { getJob } from '../storage/jobs/job-store.ts';
import { getSettings } from '../storage/settings/settings-store.ts';
import { jobNotFound } from './job-of-caller.ts';
import { renderImport, renderTranscript, type TranscriptJob } from './render-transcript.ts';

/**
 * Imports or exports a whole transcript, which takes seconds for a day's: elsewhere than where requests are answered.
 */
export const doTranscriptWork = (call: TranscriptCall): Promise<Rendered<TranscriptAnswer>> =>
  rendered(() => {
    if (call.kind === 'search')
      throw new AppError('conflict', msg`No tab of the app is open.`, {
        remedy: msg`Open one, then try again.`,
      });
    return call.kind === 'import' ? importInto(call) : exportOf(call);
  });

async function jobOf(id: string): Promise<JobRecord> {
  const job = await getJob(id);
  if (!job) throw jobNotFound(id);
  return job;
}

type ImportCall = Extract<TranscriptCall, { kind: 'import' }>;

async function importInto(call: ImportCall): Promise<TranscriptAnswer> {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (call.ahead) return { headers, content: await storeAhead(call, call.ahead) };
  let job = await jobOf(call.id);
  for (;;) {
    const content = await store(job, call);
    const wasDone = job.status === 'done';
    job = await jobOf(call.id);
    // The job may have ended meanwhile: its words have times now.
    if (!wasDone && job.status === 'done') continue;
    return { headers, content };
  }
}

const ownMappings = async () => (await getSettings()).import_mappings;

async function storeAhead(
  { id, format, bytes, query }: ImportCall,
  known: NonNullable<ImportCall['ahead']>,
): Promise<string> {
  const { document, answer } = unwrap(
    await renderImport(
      { id, result: null, stored: null, ...known, format, bytes, own: await ownMappings() },
      query,
    ),
  );
  await saveCorrectedAhead(id, document);
  return JSON.stringify(answer);
}

async function store(job: JobRecord, { format, bytes, query }: ImportCall): Promise<string> {
  const { id, status, result, file, params } = job;
  if (status === 'error')
    throw new AppError('conflict', msg`The job ${id} failed.`, { remedy: msg`Create it again.` });
  const { name, document, before, stored, answer } = unwrap(
    await renderImport(
      {
        id,
        result: status === 'done' ? result : null,
        stored: await readCorrectedRows(id),
        duration: file?.audio_duration ?? 0,
        languages: params.language_config.languages,
        format,
        bytes,
        own: await ownMappings(),
      },
      query,
    ),
  );
  if (before) await keepVersion(id, before, `Before importing ${name}`);
  const saved = await saveCorrected(id, document, stored);
  announce({ type: 'edit-saved', id });
  // A job without a model can go on with this text.
  if (status !== 'done') announce({ type: 'job-queued', id });
  return JSON.stringify({ ...answer, ...saved });
}

/** What a job's transcript is written from; null before it has one. */
export async function transcriptJob({
  id,
  result,
  params,
  file,
  library,
  created_at: created,
}: JobRecord): Promise<TranscriptJob | null> {
  const captions = params.subtitles_config;
  const filename = library?.name ?? file?.filename ?? null;
  return result && { id, result, stored: await readCorrectedRows(id), captions, filename, created };
}

async function exportOf({
  id,
  query,
}: Extract<TranscriptCall, { kind: 'export' }>): Promise<TranscriptAnswer> {
  const job = await jobOf(id);
  const finished = await transcriptJob(job);
  if (!finished) {
    const ending = job.status === 'error' ? 'The job failed.' : 'The job is not done yet: wait for its end.';
    throw new AppError('conflict', msg`There is no transcript. ${ending}`);
  }
  return unwrap(await renderTranscript(finished, query));
}
