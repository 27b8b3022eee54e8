import { listen } from '../lib/channel.ts';
import { AppError } from '../lib/errors.ts';
import { AsrPool } from '../realms/asr/asr-pool.ts';
import { deleteAbandonedAudio, deleteHalfWrittenAudio } from '../storage/audio-store.ts';
import { getJob, jobIdsByStatus, updateJob } from '../storage/job-store.ts';
import { moveOldBytes } from '../storage/move-old-bytes.ts';
import type { JobRecord, Waiting } from '../storage/records.ts';
import { getSettings } from '../storage/settings-store.ts';
import { announceJob } from './job-events.ts';
import { planJob } from './plan-job.ts';
import { type Queue, serveQueue } from './queue/serve-queue.ts';
import { WakeUp } from './queue/wake-up.ts';
import { claimJob, failJob, runClaimedJob } from './run/run-claimed-job.ts';

/** Held by the one tab that runs jobs. A lock dies with its tab, so holding it proves that no other tab runs any. */
export const HOST_LOCK = 'earshot-host';

/** A message can be lost if a realm stops in the middle of it, so the queue is also checked at this interval. */
const RESCAN_MS = 30_000;

/** An upload that no job used for this long is deleted, so that storage does not fill with invisible data. */
const ABANDONED_MS = 7 * 24 * 3_600_000;

type ReadyPlan = { modelIds: readonly string[]; note: string | undefined };
type PlannedJob = { id: string; job: JobRecord; plan: ReadyPlan };

/** Waits to become the host, then runs jobs until the signal aborts. */
export async function startHost(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(HOST_LOCK, { signal }, () => serveJobs(signal));
}

async function serveJobs(signal: AbortSignal): Promise<void> {
  const wake = new WakeUp();
  const pools: AsrPool[] = [];
  await deleteAbandonedAudio(new Date(Date.now() - ABANDONED_MS)).catch(console.error);
  await deleteHalfWrittenAudio().catch(console.error);
  // Not awaited: gigabytes from an older version must not keep jobs waiting. The next host retries what fails.
  void moveOldBytes(signal).catch((error: unknown) => signal.aborted || console.warn(error));
  listen((message) => {
    const { type } = message;
    if (type !== 'job-changed' && type !== 'job-deleted' && type !== 'deliveries-changed') wake.ring();
  }, signal);
  const queue: Queue<PlannedJob> = {
    // One job keeps the device busy.
    slots: async () => (await getSettings()).limits.max_running_jobs ?? 1,
    next: nextJob,
    run: ({ job, plan }, slot) => {
      pools[slot] ??= new AsrPool();
      return runUnlessDeleted(job, plan, pools[slot], signal);
    },
  };
  await serveQueue(queue, wake, RESCAN_MS, signal);
  for (const pool of pools) pool.end();
}

/** Orphans first, then the queue, oldest first; skips jobs whose model is missing. */
async function nextJob(running: ReadonlySet<string>): Promise<PlannedJob | null> {
  const ids = [...(await jobIdsByStatus('processing')), ...(await jobIdsByStatus('queued'))];
  for (const id of ids) {
    if (running.has(id)) continue;
    try {
      const job = await getJob(id);
      const plan = job && (await planJob(job));
      if (!plan) continue;
      if (!plan.ready) {
        await hold(job, plan.waiting);
        continue;
      }
      const claimed = await claimJob(id);
      if (claimed) return { id, job: claimed, plan };
    } catch (error) {
      // One broken job must not stop the others.
      await failJob(id, error).catch(console.error);
    }
  }
  return null;
}

/** Makes a job wait for its model and records the reason, or fails it if the request said so. */
async function hold(job: JobRecord, waiting: Waiting): Promise<void> {
  if (job.when_model_missing === 'fail') {
    await failJob(job.id, new AppError('model_missing', waiting.message));
    return;
  }
  if (job.status === 'queued' && job.waiting?.message === waiting.message) return;
  const held = await updateJob(job.id, () => ({ status: 'queued', waiting }));
  if (held) announceJob(held);
}

async function runUnlessDeleted(
  job: JobRecord,
  plan: ReadyPlan,
  inference: AsrPool,
  signal: AbortSignal,
): Promise<void> {
  const deleted = new AbortController();
  const finished = new AbortController();
  listen((message) => {
    if (message.type === 'job-deleted' && message.id === job.id) deleted.abort();
  }, finished.signal);
  try {
    // The job may have been deleted between the claim and this subscription.
    if ((await getJob(job.id)) === null) return;
    await runClaimedJob(job, plan, inference, AbortSignal.any([signal, deleted.signal]));
  } finally {
    finished.abort();
  }
}
