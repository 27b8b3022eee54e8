import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { AppError, isAbort } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { isUnknownLanguage } from '../../lib/errors/unknown-language.ts';
import type { ModelOffer } from '../../models/choice/choose-model.ts';
import { lanesFor } from '../../models/device/choose-lanes.ts';
import type { AsrLanes } from '../../realms/asr/page/asr-lanes.ts';
import { prepareAudioWorker } from '../../realms/audio/page/spawn.ts';
import type { AudioSummary } from '../../realms/audio/shared/api.ts';
import { isCorrected } from '../../storage/corrections/read-corrected.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { addRerun } from '../../storage/jobs/add-rerun.ts';
import { updateJob } from '../../storage/jobs/job-store.ts';
import { putPeaks } from '../../storage/recordings/peaks-store.ts';
import { dropClaim, endClaims } from '../claims.ts';
import { announceJob } from '../job-events.ts';
import { addToJob } from './add-to-job.ts';
import { type ClaimedJob, failJob, isStorageError } from './claim-job.ts';
import { JobRun } from './job-run.ts';
import { keepVoices } from './keep-voices.ts';
import { replaceDraft } from './replace-draft.ts';
import { runJob } from './run-job.ts';
import { runOnTranscript, type TranscriptInput } from './run-on-transcript.ts';
import { writingOf } from './speech/language-choice.ts';

/** A recording that crashes its tab this often at the same place is failed. */
const MAX_ATTEMPTS = 5;

interface Plan {
  modelIds: readonly string[];
  note: Message | undefined;
  draft?: ModelOffer | undefined;
}

/**
 * Runs a claimed job until it is done or failed. If the signal aborts, because the job was deleted or the tab stops
 * being the host, or another host claims the job, it is left as it is. If `enough` aborts, it is done with its text so far. Throws AppError `storage_full` and
 * `storage_failed`: the job is unfinished, because its progress could not be stored.
 */
export async function runClaimedJob(
  job: ClaimedJob,
  plan: Plan,
  lanes: AsrLanes,
  { signal, enough }: { signal: AbortSignal; enough?: AbortSignal | undefined },
): Promise<void> {
  try {
    if (job.attempts >= MAX_ATTEMPTS) {
      throw new AppError(
        'internal',
        msg`The tab crashed ${MAX_ATTEMPTS} times at the same point of this recording, possibly because it ran out of memory.`,
        { remedy: msg`Use a smaller model or cut the recording into shorter parts.` },
      );
    }
    const run = new JobRun(job, signal, enough);
    announceJob(
      job.builds_on && !job.builds_on.rerun
        ? await runAddition(run)
        : plan.modelIds.length === 0
          ? await runImport(run, plan)
          : await runRecording(run, plan, lanes),
    );
  } catch (error) {
    if (signal.aborted || isAbort(error) || isStorageError(error)) {
      endClaims([job.claim]);
      if (signal.aborted || isAbort(error)) return;
      throw error;
    }
    if (plan.draft && isUnknownLanguage(error)) return await refuseDraft(job);
    await failJob(job.id, error, job.claim);
  } finally {
    dropClaim(job.claim);
  }
}

/** The built-in model lacks the language: the job goes back to the queue, for another one. */
async function refuseDraft({ id, claim }: ClaimedJob): Promise<void> {
  const refused = await updateJob(id, (current) =>
    current.claim === claim ? { status: 'queued', claim: null, draft_refused: true } : null,
  );
  if (refused) announceJob(refused);
}

/** Recognises a recording. */
async function runRecording(run: JobRun, plan: Plan, lanes: AsrLanes): Promise<JobRecord> {
  const { job, hooks, signal } = run;
  // Their scripts arrive while the recording is opened and the device is asked what it can.
  prepareAudioWorker();
  lanes.prepare();
  const { input, finished } = await run.open();
  const choice = await lanesFor(plan.modelIds, job.file?.audio_duration ?? null);
  const output = await runJob(
    { ...input, ...plan, writing: writingOf(job), finished, lanes: choice },
    lanes,
    hooks,
    signal,
  );
  // First: a page that reads the job as done finds the times there, too.
  if (await isCorrected(job.id)) await alignToRecording(job.id, output.result);
  if (job.builds_on?.rerun) await replaceDraft(job.builds_on.job_id, output);
  await keepVoices(job, output);
  const { summary } = output;
  const done = await run.end(output, ({ file }) => ({
    // The decoded duration is more reliable than the container's, if all was decoded.
    file: file && {
      ...file,
      ...(summary.waveform && { audio_duration: output.result.metadata.audio_duration }),
      number_of_channels: summary.numberOfChannels,
    },
  }));
  await keepWaveform(done, summary);
  // Its model is being fetched.
  if (plan.draft?.shipped) await addRerun(done, { silent: true });
  return done;
}

/** Runs add-ons on the transcript of another job. */
async function runAddition(run: JobRun): Promise<JobRecord> {
  const { job, hooks, signal } = run;
  const { input } = await run.open();
  const output = await runOnTranscript({ ...input, before: transcriptOf(job) }, hooks, signal);
  await keepVoices(job, output);
  // First: a page that reads this run as done finds its results there, too. A run that ends in between is repeated.
  if (job.builds_on?.merge) await addToJob(job.builds_on.job_id, { request: job.params, ...output });
  return run.end(output);
}

/** Runs add-ons on the transcript that was imported, where no model is installed. */
async function runImport(run: JobRun, { note }: Plan): Promise<JobRecord> {
  const { job, hooks, signal } = run;
  const { input } = await run.open();
  const { importOf } = await import('./import-of-job.ts');
  const found = await importOf(job.id);
  if (!found) throw new AppError('model_missing', note ?? msg`No model is installed.`);
  const output = await runOnTranscript({ ...input, before: found.result }, hooks, signal);
  await keepVoices(job, output);
  return run.end({ ...output, session: { ...output.session, imported: found.name } });
}

/** A transcript whose words share the time of their cues is better than a job that fails. */
async function alignToRecording(id: string, result: TranscriptionResult): Promise<void> {
  try {
    const { alignEarlier } = await import('./import-of-job.ts');
    await alignEarlier(id, result);
  } catch (error) {
    if (isStorageError(error)) throw error;
    console.warn('The earlier transcript was not aligned:', error);
  }
}

/** A transcript without a waveform is better than none. */
async function keepWaveform({ audio_id }: JobRecord, { waveform }: AudioSummary): Promise<void> {
  if (!waveform || audio_id === null) return;
  await putPeaks(audio_id, waveform).catch((error) => console.warn('No waveform was kept:', error));
}

/** The transcript that a job that builds on another one has from the start. */
function transcriptOf({ result }: JobRecord): TranscriptInput['before'] {
  if (result?.transcription) return { ...result, transcription: result.transcription };
  throw new AppError('internal', msg`The transcript that the add-ons should read is missing.`, {
    remedy: msg`Create the job again.`,
  });
}
