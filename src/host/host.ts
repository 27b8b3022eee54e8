import { announce, onChannelMessage } from '../contract/realms/channel.ts';
import { HOST_LOCK } from '../contract/realms/host-lock.ts';
import { AppError, toAppError } from '../lib/errors/errors.ts';
import { type Message, textOf } from '../lib/errors/msg.ts';
import { deleteAbandonedImports } from '../models/own/abandoned-imports.ts';
import { AsrLanes } from '../realms/asr/page/asr-lanes.ts';
import type { TakenJob } from '../realms/pool/shared/api.ts';
import { deleteAbandonedCorrections } from '../storage/corrections/abandoned-corrections.ts';
import type { JobRecord, Waiting } from '../storage/database/records.ts';
import { renewLog } from '../storage/database/renew-log.ts';
import { deleteLeftCheckpoints } from '../storage/jobs/checkpoint-store.ts';
import { getJob, jobIdsByStatus, updateJob } from '../storage/jobs/job-store.ts';
import { queueOrder } from '../storage/jobs/queue-order.ts';
import { deleteHalfWrittenAudio } from '../storage/recordings/audio-store.ts';
import { moveOldBytes } from '../storage/recordings/move-old-bytes.ts';
import { getSettings } from '../storage/settings/settings-store.ts';
import { endClaims } from './claims.ts';
import { fetchShipped, mayFetch } from './fetch-shipped.ts';
import { announceJob } from './job-events.ts';
import { lendTranscriptWorker } from './lend-transcript-worker.ts';
import { lendLive } from './live/lend-live.ts';
import { wakingTime } from './page-life.ts';
import { type JobPlan, planJob } from './plan-job.ts';
import { PoolSlot } from './pool/pool-slot.ts';
import { type Queue, serveQueue } from './queue/serve-queue.ts';
import { StorageWaits } from './queue/storage-waits.ts';
import { WakeUp } from './queue/wake-up.ts';
import { type ClaimedJob, claimJob, failJob, isStorageError } from './run/claim-job.ts';
import { runClaimedJob } from './run/run-claimed-job.ts';
import { keepSecondPlace, putBackLibrary } from './second-place-at-start.ts';
import { sweepOld } from './sweep-old.ts';

/** A message can be lost if a realm stops in the middle of it, so the queue is also checked at this interval. */
const RESCAN_MS = 30_000;

/** What may let a job run that could not. */
const RINGING = new Set(['job-queued', 'job-deleted', 'models-changed', 'settings-changed']);

type ReadyPlan = { modelIds: readonly string[]; note: Message | undefined };
type PlannedJob = { id: string; job: ClaimedJob; plan: ReadyPlan };
/** A job of this device, or one of the pool's that runs here. */
type Work = PlannedJob | { id: string; taken: TakenJob };

/**
 * Waits to become the host, then runs jobs until the signal aborts. While the browser has this page frozen, another
 * tab may be the host; when the page runs again, it waits for its turn.
 *
 * @param hadRecordings whether there were recordings when the app was last open
 */
export async function startHost(signal: AbortSignal, hadRecordings = false): Promise<void> {
  globalThis.addEventListener?.('pagehide', () => endClaims(), { signal });
  while (!signal.aborted) {
    const { signal: awake, resumed } = wakingTime(signal);
    await navigator.locks
      .request(HOST_LOCK, { signal: awake }, () => serveUntilFrozen(awake, signal, hadRecordings))
      .catch((error: unknown) => {
        if (signal.aborted || !awake.aborted) throw error;
      });
    await resumed;
  }
}

/** A frozen page gets no time to finish its jobs: it only lets go of the lock. What still runs can write no more. */
async function serveUntilFrozen(
  awake: AbortSignal,
  signal: AbortSignal,
  hadRecordings: boolean,
): Promise<void> {
  const frozen = new Promise<void>((resolve) => {
    awake.addEventListener('abort', () => {
      if (signal.aborted) return;
      endClaims();
      resolve();
    });
  });
  await Promise.race([serveJobs(awake, hadRecordings), frozen]);
}

async function serveJobs(signal: AbortSignal, hadRecordings: boolean): Promise<void> {
  const wake = new WakeUp();
  const waits = new StorageWaits();
  const lanesOf: AsrLanes[] = [];
  const endLanes = () => {
    for (const lanes of lanesOf) lanes.end();
  };
  // At once: a frozen page could not do it later, and another tab may need the memory.
  signal.addEventListener('abort', endLanes);
  lendTranscriptWorker(signal);
  lendLive(signal);
  // Not awaited: what stops here must not keep jobs waiting.
  void renewLog(signal).catch(console.warn);
  const settle = await putBackLibrary(hadRecordings).catch(console.error);
  await sweepOld().catch(console.error);
  await deleteHalfWrittenAudio().catch(console.error);
  await deleteLeftCheckpoints().catch(console.error);
  await deleteAbandonedCorrections().catch(console.error);
  await deleteAbandonedImports().catch(console.error);
  keepSecondPlace(signal);
  // Not awaited: a large library must not keep jobs waiting.
  void import('./keep-retention.ts').then(({ keepLibrary }) => keepLibrary(signal)).catch(console.error);
  void settle?.(signal).catch((error: unknown) => signal.aborted || console.warn(error));
  // Not awaited: gigabytes from an older version must not keep jobs waiting. The next host retries what fails.
  void moveOldBytes(signal).catch((error: unknown) => signal.aborted || console.warn(error));
  onChannelMessage(({ type }) => {
    if (type === 'job-deleted' || type === 'models-changed') waits.hurry();
    if (RINGING.has(type)) wake.ring();
  }, signal);
  const pool = new PoolSlot(() => wake.ring(), signal);
  const queue: Queue<Work> = {
    // One job keeps the device busy.
    slots: async () => (await getSettings()).limits.max_running_jobs ?? 1,
    next: async (running) => {
      const own = await nextJob(running, waits, pool, signal);
      // The others' work is for idle devices: one job of theirs at a time.
      const taken = own || running.size > 0 ? null : await pool.take();
      return own ?? (taken && { id: `pool ${taken.id}`, taken });
    },
    run: async (work, slot) => {
      lanesOf[slot] ??= new AsrLanes();
      if ('taken' in work) {
        const { runPoolJob } = await import('./pool/run-pool-job.ts');
        if (pool.link) await runPoolJob(work.taken, pool.link.handle, lanesOf[slot], signal);
        return;
      }
      const { job, plan } = work;
      try {
        await runUnlessDeleted(job, plan, lanesOf[slot], signal);
        waits.delete(job.id);
      } catch (error) {
        await waitForStorage(job.id, error, waits);
      }
    },
  };
  await serveQueue(queue, wake, RESCAN_MS, signal);
  endLanes();
}

/** Orphans first, then the queue, oldest first; skips jobs whose model is missing and those that could not write. */
async function nextJob(
  running: ReadonlySet<string>,
  waits: StorageWaits,
  pool: PoolSlot,
  signal: AbortSignal,
): Promise<PlannedJob | null> {
  const ids = [...(await jobIdsByStatus('processing')), ...(await queueOrder())];
  for (const id of ids) {
    if (running.has(id) || waits.has(id)) continue;
    try {
      const job = await getJob(id);
      if (job && (await pool.keeps(job, running.size > 0))) continue;
      const plan = job && (await planJob(job));
      if (!plan) continue;
      fetchFor(plan);
      if (!plan.ready) {
        await hold(job, plan, signal);
        continue;
      }
      const claimed = await claimJob(id, signal);
      if (claimed) return { id, job: claimed, plan };
    } catch (error) {
      if (signal.aborted) return null;
      // One broken job must not stop the others.
      const fate = isStorageError(error) ? waitForStorage(id, error, waits) : failJob(id, error);
      await fate.catch((unwritten: unknown) => waitForStorage(id, unwritten, waits));
    }
  }
  return null;
}

/** Begins to fetch the model of a job, or of the text that replaces its draft, if it is part of the app. */
function fetchFor(plan: JobPlan): void {
  const draft = plan.ready && plan.draft?.shipped ? plan.draft.modelId : null;
  const id = plan.ready ? draft : plan.shipped;
  if (id !== null) void fetchShipped(id);
}

/** Makes a job wait for its model and records the reason, or fails it if the request said so and the model does not come by itself. */
async function hold(
  job: JobRecord,
  { waiting, shipped }: Extract<JobPlan, { ready: false }>,
  signal: AbortSignal,
): Promise<void> {
  const comes = shipped !== null && mayFetch();
  if (job.when_model_missing === 'fail' && !comes) {
    await failJob(job.id, new AppError('model_missing', textOf(waiting)));
    return;
  }
  if (job.status === 'queued' && job.waiting?.message === waiting.message) return;
  const held = await updateJob(job.id, () =>
    signal.aborted ? null : { status: 'queued', claim: null, waiting },
  );
  if (held) announceJob(held);
}

/** Makes a job wait that could not write, and says so if that fits. It goes on behind its finished windows. */
async function waitForStorage(id: string, error: unknown, waits: StorageWaits): Promise<void> {
  console.warn(error);
  waits.add(id);
  const { message, whole } = toAppError(error);
  const waiting: Waiting = { reason: 'storage', message, texts: [whole] };
  try {
    const held = await updateJob(id, ({ status }) =>
      status === 'queued' || status === 'processing' ? { status: 'queued', claim: null, waiting } : null,
    );
    if (held) announceJob(held);
  } catch {
    announce({ type: 'job-waiting', id, message, texts: [whole] });
  }
}

async function runUnlessDeleted(
  job: ClaimedJob,
  plan: ReadyPlan,
  lanes: AsrLanes,
  signal: AbortSignal,
): Promise<void> {
  const deleted = new AbortController();
  const enough = new AbortController();
  const finished = new AbortController();
  onChannelMessage((message) => {
    if (message.type === 'job-enough' && message.id === job.id) enough.abort();
    const ends = message.type === 'job-deleted' || message.type === 'job-paused';
    if (ends && message.id === job.id) deleted.abort();
  }, finished.signal);
  try {
    // The job may have been deleted between the claim and this subscription.
    if ((await getJob(job.id)) === null) return;
    await runClaimedJob(job, plan, lanes, {
      signal: AbortSignal.any([signal, deleted.signal]),
      enough: enough.signal,
    });
  } finally {
    finished.abort();
  }
}
