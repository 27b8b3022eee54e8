import { isShownEarly } from '../../contract/queue-request.ts';
import type { TranscriptionResult } from '../../contract/transcription-result.ts';
import { announce } from '../../lib/channel.ts';
import { AppError, isAbort, toAppError } from '../../lib/errors.ts';
import { browserModels } from '../../models/browser-models.ts';
import { lanesFor } from '../../models/choose-lanes.ts';
import type { AsrPool } from '../../realms/asr/page/asr-pool.ts';
import { prepareAudioWorker } from '../../realms/audio/page/spawn.ts';
import { getCheckpoints, putCheckpoint } from '../../storage/checkpoint-store.ts';
import { updateJob } from '../../storage/job-store.ts';
import { ensureWithinLimits } from '../../storage/limits.ts';
import { putPeaks } from '../../storage/peaks-store.ts';
import { hasEdit } from '../../storage/read-edit.ts';
import type { JobRecord } from '../../storage/records.ts';
import { dropClaim, endClaims, endedInOrder, takeClaim } from '../claims.ts';
import { announceJob } from '../job-events.ts';
import { addToJob } from './add-to-job.ts';
import type { KnownNotes } from './addon-runner.ts';
import { ProgressAnnouncer } from './progress-announcer.ts';
import type { Progress, ProgressMeter } from './progress-meter.ts';
import { resolveAudio } from './resolve-audio.ts';
import { runJob } from './run-job.ts';
import { runOnTranscript, type TranscriptHooks, type TranscriptInput } from './run-on-transcript.ts';

/** A recording that crashes its tab this often at the same place is failed. */
const MAX_ATTEMPTS = 5;

/** A job that this host may run and write: `claim` is set. */
export type ClaimedJob = JobRecord & { claim: string };

/**
 * Claims a queued job, or an orphan of another host; null if it was deleted or finished meanwhile. Whoever claimed it
 * before can write nothing more. Only an orphan whose run ended without a word counts as an attempt: a tab that is
 * closed, reloaded or frozen says so.
 */
export async function claimJob(id: string): Promise<ClaimedJob | null> {
  const claim = takeClaim();
  try {
    const claimed = await updateJob(id, ({ status, attempts, paused, claim: before }) => {
      if (status !== 'queued' && status !== 'processing') return null;
      if (paused) return null;
      const crashed = before !== null && !endedInOrder(before);
      return { status: 'processing', waiting: null, claim, attempts: attempts + (crashed ? 1 : 0) };
    });
    if (!claimed) dropClaim(claim);
    else announceJob(claimed);
    return claimed && { ...claimed, claim };
  } catch (error) {
    dropClaim(claim);
    throw error;
  }
}

/**
 * Fails a job, whose finished windows are deleted with it.
 *
 * @param claim of the run that failed, if one did: another run's job is left alone
 */
export async function failJob(id: string, error: unknown, claim?: string): Promise<void> {
  const { code, status, message } = toAppError(error);
  const failed = await updateJob(id, (current) =>
    // Errors while cleaning up do not change the outcome.
    current.status === 'done' || (claim !== undefined && current.claim !== claim)
      ? null
      : {
          status: 'error',
          error: { code, status, message },
          completed_at: new Date().toISOString(),
          waiting: null,
          claim: null,
          seconds_left: null,
        },
  );
  if (failed) announceJob(failed);
}

/**
 * Runs a claimed job until it is done or failed. If the signal aborts, because the job was deleted or the tab stops
 * being the host, or another host claims the job, it is left as it is. Throws AppError `storage_full` and
 * `storage_failed`: the job is unfinished, because its progress could not be stored.
 */
export async function runClaimedJob(
  job: ClaimedJob,
  plan: { modelIds: readonly string[]; note: string | undefined },
  inference: AsrPool,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (job.attempts >= MAX_ATTEMPTS) {
      throw new AppError(
        'internal',
        `The tab crashed ${MAX_ATTEMPTS} times at the same point of this recording, possibly because it ran out of memory. Use a smaller model or cut the recording into shorter parts.`,
      );
    }
    await complete(job, plan, inference, signal);
  } catch (error) {
    if (signal.aborted || isAbort(error) || isStorageError(error)) {
      endClaims([job.claim]);
      if (signal.aborted || isAbort(error)) return;
      throw error;
    }
    await failJob(job.id, error, job.claim);
  } finally {
    dropClaim(job.claim);
  }
}

/** Whether an error says that something could not be stored, which is no fault of the job. */
export const isStorageError = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'storage_full' || error.code === 'storage_failed');

const takenOver = () => new DOMException('Another tab runs the job.', 'AbortError');

async function complete(
  job: ClaimedJob,
  plan: { modelIds: readonly string[]; note: string | undefined },
  inference: AsrPool,
  signal: AbortSignal,
): Promise<void> {
  if (plan.modelIds.length > 0) {
    // Their scripts arrive while the recording is opened and the device is asked what it can.
    prepareAudioWorker();
    inference.prepare();
  }
  const audio = await resolveAudio(job, signal);
  const finished = await getCheckpoints(job.id);
  const progress = new ProgressAnnouncer(job);
  progress.start();
  /** Changes the job if it still is this run's. */
  const change = async (changes: (current: JobRecord) => Partial<JobRecord>): Promise<JobRecord> => {
    signal.throwIfAborted();
    const changed = await updateJob(job.id, (current) =>
      current.claim === job.claim ? changes(current) : null,
    );
    if (!changed) throw takenOver();
    return changed;
  };
  let steps = finished.length;
  const noteStep = async () => {
    steps++;
    const { stage, fraction, secondsLeft } = progress.latest;
    await change(({ furthest }) => ({
      ...(steps > furthest && { attempts: 0, furthest: steps }),
      stage,
      progress: fraction,
      seconds_left: secondsLeft,
    }));
  };
  const input = { audio, request: job.params, addonNotes: addonNotesOf(job) };
  const hooks = {
    onProgress: (latest: Progress) => progress.update(latest),
    onMeter: (meter: ProgressMeter) => progress.follow(meter),
    addons: {
      browser: browserModels,
      onProgress: (addon: string, fraction: number) => {
        announce({ type: 'addon-progress', id: job.id, addon, fraction });
        progress.addon(addon, fraction);
      },
      onOutput: (addon: string, text: string) => announce({ type: 'addon-output', id: job.id, addon, text }),
      onFinished: noteStep,
    },
  };
  if (job.builds_on) {
    const { result, session } = await runOnTranscript({ ...input, before: transcriptOf(job) }, hooks, signal);
    // First: whoever sees this run done finds its results there, too. A run that ends in between is repeated.
    if (job.builds_on.merge) await addToJob(job.builds_on.job_id, { request: job.params, result, session });
    announceJob(await change((current) => ended(current, result, session)));
    return;
  }
  if (plan.modelIds.length === 0) {
    announceJob(await change(await withoutModel(job, { ...input, note: plan.note }, hooks, signal)));
    return;
  }
  const lanes = await lanesFor(plan.modelIds, job.file?.audio_duration ?? null);
  const { result, summary, session } = await runJob(
    { ...input, switchLanguages: job.switch_languages ?? false, finished, lanes, ...plan },
    inference,
    {
      ...hooks,
      onText: isShownEarly(job.params)
        ? ({ index, channel, pieces }, text) =>
            announce({
              type: 'job-text',
              id: job.id,
              window: index,
              channel,
              start: pieces[0]?.fileStart ?? 0,
              text,
            })
        : undefined,
      onWindow: async (transcript) => {
        signal.throwIfAborted();
        // Some files reveal their duration only while they are decoded.
        await ensureWithinLimits({ bytes: audio.size, duration: transcript.end });
        const stored = await putCheckpoint({ job_id: job.id, ...transcript }, job.claim);
        if (!stored) throw takenOver();
        announce({ type: 'job-window', id: job.id, window: transcript.index });
        await noteStep();
      },
    },
    signal,
  );
  // First: whoever sees the job done finds the times there, too.
  if (await hasEdit(job.id)) await alignToRecording(job.id, result);
  const done = await change((current) => ({
    ...ended(current, result, session),
    // The decoded duration is more reliable than the container's, if all was decoded.
    file: current.file && {
      ...current.file,
      ...(summary.waveform && { audio_duration: result.metadata.audio_duration }),
      number_of_channels: summary.numberOfChannels,
    },
  }));
  if (summary.waveform && done.audio_id !== null) {
    // A transcript without a waveform is better than none.
    await putPeaks(done.audio_id, summary.waveform).catch((error) =>
      console.warn('No waveform was kept:', error),
    );
  }
  announceJob(done);
}

/** Ends a job for which no model is installed, but whose transcript was imported. */
async function withoutModel(
  job: ClaimedJob,
  { note, ...input }: Omit<TranscriptInput, 'before'> & { note: string | undefined },
  hooks: TranscriptHooks,
  signal: AbortSignal,
) {
  const { importOf } = await import('./import-of-job.ts');
  const imported = await importOf(job.id);
  if (!imported) throw new AppError('model_missing', note ?? 'No model is installed.');
  const { result, session } = await runOnTranscript({ ...input, before: imported.result }, hooks, signal);
  return (current: JobRecord) => ended(current, result, { ...session, imported: imported.name });
}

/** A transcript whose words share the time of their cues is better than a job that fails. */
async function alignToRecording(id: string, result: TranscriptionResult): Promise<void> {
  try {
    const { alignImport } = await import('./import-of-job.ts');
    await alignImport(id, result);
  } catch (error) {
    if (isStorageError(error)) throw error;
    console.warn('The imported transcript was not aligned:', error);
  }
}

const ended = (
  { session: before }: JobRecord,
  result: TranscriptionResult,
  session: Record<string, unknown>,
) => ({
  status: 'done' as const,
  completed_at: new Date().toISOString(),
  progress: 1,
  stage: undefined,
  seconds_left: null,
  claim: null,
  result,
  session: { ...before, ...session },
});

/** The transcript that a job that builds on another one has from the start. */
function transcriptOf({ result }: JobRecord): TranscriptInput['before'] {
  if (result?.transcription) return { ...result, transcription: result.transcription };
  throw new AppError(
    'internal',
    'The transcript that the add-ons should read is missing. Create the job again.',
  );
}

/** A language model that stands for another one is smaller than that. */
function addonNotesOf({ params, sent_language_model: asked }: JobRecord): KnownNotes {
  if (asked === null) return {};
  const answers = params.audio_to_llm_config?.model ?? 'another model';
  return { audio_to_llm: [`${asked} was asked for; ${answers}, which is smaller, answered.`] };
}
