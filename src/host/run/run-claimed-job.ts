import { announce } from '../../lib/channel.ts';
import { AppError, isAbort, toAppError } from '../../lib/errors.ts';
import { browserModels } from '../../models/browser-models.ts';
import { lanesFor } from '../../models/choose-lanes.ts';
import type { AsrPool } from '../../realms/asr/asr-pool.ts';
import { deleteCheckpoints, getCheckpoints, putCheckpoint } from '../../storage/checkpoint-store.ts';
import { updateJob } from '../../storage/job-store.ts';
import { ensureWithinLimits } from '../../storage/limits.ts';
import type { JobRecord } from '../../storage/records.ts';
import { announceJob } from '../job-events.ts';
import type { Progress } from './progress-meter.ts';
import { resolveAudio } from './resolve-audio.ts';
import { runJob } from './run-job.ts';

/** A recording that crashes its tab this often at the same place is failed. */
const MAX_ATTEMPTS = 5;

/** At most four progress messages per second. */
const ANNOUNCE_INTERVAL_MS = 250;

/** Claims a queued job, or an orphan whose tab died; null if it was deleted or finished meanwhile. */
export async function claimJob(id: string): Promise<JobRecord | null> {
  const claimed = await updateJob(id, (job) =>
    job.status === 'queued' || job.status === 'processing'
      ? { status: 'processing', waiting: null, attempts: job.attempts + 1 }
      : null,
  );
  if (claimed) announceJob(claimed);
  return claimed;
}

/** Fails a job and deletes its finished windows. */
export async function failJob(id: string, error: unknown): Promise<void> {
  const { code, status, message } = toAppError(error);
  const failed = await updateJob(id, (current) =>
    // Errors while cleaning up do not change the outcome.
    current.status === 'done'
      ? null
      : {
          status: 'error',
          error: { code, status, message },
          completed_at: new Date().toISOString(),
          waiting: null,
          seconds_left: null,
        },
  );
  await deleteCheckpoints(id);
  if (failed) announceJob(failed);
}

/**
 * Runs a claimed job until it is done or failed. If the signal aborts, because the job was deleted or the tab stops
 * being the host, the job is left as it is.
 */
export async function runClaimedJob(
  job: JobRecord,
  plan: { modelIds: readonly string[]; note: string | undefined },
  inference: AsrPool,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (job.attempts > MAX_ATTEMPTS) {
      throw new AppError(
        'internal',
        `The tab crashed ${MAX_ATTEMPTS} times at the same point of this recording, possibly because it ran out of memory. Use a smaller model or cut the recording into shorter parts.`,
      );
    }
    await complete(job, plan, inference, signal);
  } catch (error) {
    if (signal.aborted || isAbort(error)) return;
    await failJob(job.id, error);
  }
}

async function complete(
  job: JobRecord,
  plan: { modelIds: readonly string[]; note: string | undefined },
  inference: AsrPool,
  signal: AbortSignal,
): Promise<void> {
  const audio = await resolveAudio(job, signal);
  const finished = await getCheckpoints(job.id);
  const lanes = await lanesFor(plan.modelIds, job.file?.audio_duration ?? null);
  const progress = new ProgressAnnouncer(job);
  const { result, summary, session } = await runJob(
    { audio, request: job.params, finished, lanes, ...plan },
    inference,
    {
      onModelLoading: () => undefined,
      onProgress: (latest) => progress.update(latest),
      addons: {
        browser: browserModels,
        onProgress: (addon, fraction) => announce({ type: 'addon-progress', id: job.id, addon, fraction }),
        onOutput: (addon, text) => announce({ type: 'addon-output', id: job.id, addon, text }),
      },
      onWindow: async (transcript) => {
        signal.throwIfAborted();
        // Some files reveal their duration only while they are decoded.
        await ensureWithinLimits({ bytes: audio.size, duration: transcript.end });
        await putCheckpoint({ job_id: job.id, ...transcript });
        const { fraction, secondsLeft } = progress.latest;
        await updateJob(job.id, () => ({ attempts: 0, progress: fraction, seconds_left: secondsLeft }));
      },
    },
    signal,
  );
  const done = await updateJob(job.id, (current) => ({
    status: 'done',
    completed_at: new Date().toISOString(),
    progress: 1,
    seconds_left: null,
    result,
    session: { ...current.session, ...session },
    // The decoded duration is more reliable than the container's.
    file: current.file && {
      ...current.file,
      audio_duration: result.metadata.audio_duration,
      number_of_channels: summary.numberOfChannels,
    },
  }));
  await deleteCheckpoints(job.id);
  if (done) announceJob(done);
}

/** Reports progress often enough to look alive, but no more often. */
class ProgressAnnouncer {
  latest: Progress = { fraction: 0, secondsLeft: null };
  #announcedAt = Number.NEGATIVE_INFINITY;

  constructor(readonly job: JobRecord) {}

  update(progress: Progress): void {
    this.latest = progress;
    const now = performance.now();
    if (now - this.#announcedAt < ANNOUNCE_INTERVAL_MS) return;
    this.#announcedAt = now;
    const { fraction, secondsLeft } = progress;
    announceJob({ ...this.job, progress: fraction, seconds_left: secondsLeft });
  }
}
