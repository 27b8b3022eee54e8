import { expose, transfer } from 'comlink';
import '../../every-worker/shared/comlink-errors.ts';
import { NOTHING_SEEN, type PoolView } from '../../../contract/realms/pool-view.ts';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { untilAbort } from '../../../lib/until-abort.ts';
import { type OwnedJob, POOL_TIMES, Pool, PoolFailure, timesOf } from '../../../pool/index.ts';
import type { PoolWorkerApi, TakenJob } from '../shared/api.ts';

/** Between two views. */
const VIEW_MS = 1_000;
/** The same where somebody waits for the next one. */
const SOON_MS = 100;
/** One action of a member changes several rows. */
const GATHER_MS = 20;
/** Leases and members fall silent without a word. */
const REVIEW_MS = 15_000;

interface Taken {
  job: OwnedJob;
  audio: ByteSource | null;
}

/** Holds a member's connection, for the page that elected itself. */
export function exposePool(): void {
  let pool: Pool | null = null;
  let self = '';
  let review: ReturnType<typeof setInterval> | undefined;
  const taken = new Map<string, Taken>();
  const joined = (): Pool => {
    if (!pool)
      throw new PoolFailure('interrupted', msg`This device is not in the pool: set it up in the settings.`);
    return pool;
  };
  const owned = (id: string): Taken => {
    const one = taken.get(id);
    if (!one) throw new DOMException('The job is no longer this member’s.', 'AbortError');
    return one;
  };
  const api: PoolWorkerApi = {
    async join(access, facts, onView, beatSeconds) {
      self = facts.id;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let dueAt = Number.POSITIVE_INFINITY;
      let sentAt = Number.NEGATIVE_INFINITY;
      let awaited = '';
      const scheduleView = () => {
        const betweenMs = pool && awaitedOf(pool, self) !== awaited ? SOON_MS : VIEW_MS;
        const due = Math.max(performance.now() + GATHER_MS, sentAt + betweenMs);
        if (due >= dueAt) return;
        clearTimeout(timer);
        dueAt = due;
        timer = setTimeout(() => {
          dueAt = Number.POSITIVE_INFINITY;
          sentAt = performance.now();
          if (!pool) return;
          awaited = awaitedOf(pool, self);
          onView(viewOf(pool, self));
        }, due - performance.now());
      };
      const times = beatSeconds === undefined ? POOL_TIMES : timesOf(beatSeconds * 1000);
      const onEnded = ({ message, text }: PoolFailure) => {
        pool = null;
        taken.clear();
        onView({ ...NOTHING_SEEN, self, failure: message, texts: [text] });
      };
      pool = await Pool.join(access, facts, { onChange: scheduleView, onEnded, times });
      scheduleView();
      clearInterval(review);
      review = setInterval(scheduleView, REVIEW_MS);
    },
    async offer(job, read, bytes) {
      try {
        await joined().offer({ ...job, recording: read && { size: bytes, read } });
        return true;
      } catch (error) {
        if (error instanceof PoolFailure && error.fault === 'full') return false;
        throw error;
      }
    },
    outcome: (id) => joined().outcome(id),
    remove: (id) => joined().remove(id),
    wanted: () => joined().wanted(),
    async take(able) {
      const texts = new Set(able.map((capability) => JSON.stringify(capability)));
      const job = await joined().take((capability) => texts.has(JSON.stringify(capability)));
      return job && describe(job);
    },
    async readAudio(id, start, end) {
      const { audio } = owned(id);
      if (!audio) throw new PoolFailure('gone', msg`The job has no recording.`);
      // Copied: the source keeps its pieces.
      const bytes = (await audio.read(start, end)).slice();
      return transfer(bytes, [bytes.buffer]);
    },
    keepWindow: (id, index, value) => owned(id).job.keepWindow(index, value),
    noteProgress: (id, fraction) => taken.get(id)?.job.noteProgress(fraction),
    ended: async (id) => {
      const signal = taken.get(id)?.job.signal;
      if (signal) await untilAbort(signal);
    },
    finish: (id, result) =>
      joined()
        .finish(owned(id).job, result)
        .finally(() => taken.delete(id)),
    fail: (id, error) =>
      joined()
        .fail(owned(id).job, error)
        .finally(() => taken.delete(id)),
    giveBack: (id) =>
      joined()
        .giveBack(owned(id).job)
        .finally(() => taken.delete(id)),
    async leave(sent) {
      const left = pool?.leave();
      // In a task of its own: what `leave` sends leaves the socket before.
      if (sent) setTimeout(() => Atomics.store(new Int32Array(sent), 0, 1));
      await left;
    },
  };

  async function describe(job: OwnedJob): Promise<TakenJob> {
    try {
      const { spec, audio } = await job.readSpec();
      taken.set(job.id, { job, audio: audio && job.recording(audio) });
      job.signal.addEventListener('abort', () => taken.delete(job.id));
      const windows = (await job.readWindows()).map(({ value }) => value);
      return { id: job.id, title: job.row.title, spec, audioBytes: audio?.size ?? null, windows };
    } catch (error) {
      await joined().cannotRead(job, error);
      throw error;
    }
  }

  expose(api);
}

/** What somebody waits for: jobs to take, and own ones that have ended. */
function awaitedOf({ jobs }: Pool, self: string): string {
  let queued = 0;
  let ended = 0;
  for (const { row } of jobs.rows.values()) {
    if (row.state === 'queued') queued++;
    if (row.origin === self && (row.state === 'done' || row.state === 'failed')) ended++;
  }
  return `${queued} ${ended}`;
}

function viewOf(pool: Pool, self: string): PoolView {
  const members = [...pool.members.rows].map(([, kept]) => ({ ...kept.row, present: pool.isFresh(kept) }));
  const jobs = [...pool.jobs.rows].map(([id, { row }]) => {
    const lease = pool.leases.rows.get(id);
    const isRunning =
      row.state === 'running' && lease !== undefined && !lease.row.released && pool.isFresh(lease);
    return {
      id,
      title: row.title,
      mine: row.origin === self,
      state: row.state,
      from: row.originName,
      runner: isRunning ? lease.row.ownerName : null,
      progress: isRunning ? lease.row.progress : 0,
      engine: row.capability.engine,
      device: row.capability.device,
      created: row.created,
    };
  });
  return {
    connected: pool.isConnected,
    failure: null,
    self,
    members,
    jobs,
    setAside: pool.setAside,
  };
}
