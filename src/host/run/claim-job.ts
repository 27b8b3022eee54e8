import { AppError, toStoredFailure } from '../../lib/errors/errors.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { updateJob } from '../../storage/jobs/job-store.ts';
import { dropClaim, endedInOrder, takeClaim } from '../claims.ts';
import { announceJob } from '../job-events.ts';

/** A job that this host may run and write: `claim` is set. */
export type ClaimedJob = JobRecord & { claim: string };

/**
 * Claims a queued job, or an orphan of another host; null if it was deleted or finished meanwhile. The host that claimed it
 * before can write nothing more. Only an orphan whose run ended without a word counts as an attempt: a tab that is
 * closed, reloaded or frozen says so.
 *
 * @param signal aborted once another tab may be the host: a page that wakes up in the middle of this claims nothing
 */
export async function claimJob(id: string, signal?: AbortSignal): Promise<ClaimedJob | null> {
  const claim = takeClaim();
  try {
    const claimed = await updateJob(id, ({ status, attempts, paused, claim: before }) => {
      if (status !== 'queued' && status !== 'processing') return null;
      if (paused || signal?.aborted) return null;
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

/** Fails a job and deletes its finished windows; with the `claim` of the run that failed, only that run's job. */
export async function failJob(id: string, error: unknown, claim?: string): Promise<void> {
  const failed = await updateJob(id, (current) =>
    // Errors while cleaning up do not change the outcome.
    current.status === 'done' || (claim !== undefined && current.claim !== claim)
      ? null
      : {
          status: 'error',
          error: toStoredFailure(error),
          completed_at: new Date().toISOString(),
          waiting: null,
          claim: null,
          seconds_left: null,
        },
  );
  if (failed) announceJob(failed);
}

/** Whether an error says that something could not be stored, which is no fault of the job. */
export const isStorageError = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'storage_full' || error.code === 'storage_failed');
