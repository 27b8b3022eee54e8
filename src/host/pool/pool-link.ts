import { announce, onChannelMessage } from '../../contract/realms/channel.ts';
import {
  NOTHING_SEEN,
  type PoolView,
  type PoolViewJob,
  USUAL_BEAT_MS,
} from '../../contract/realms/pool-view.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { inEnglish } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { completeEgress } from '../../network/egress-store.ts';
import type { WorkerHandle } from '../../realms/every-worker/page/worker-handle.ts';
import { lendBytes } from '../../realms/every-worker/shared/lend-bytes.ts';
import { joinPool, poolWorker } from '../../realms/pool/page/spawn.ts';
import type { PoolWorkerApi, TakenJob } from '../../realms/pool/shared/api.ts';
import { isCorrected } from '../../storage/corrections/read-corrected.ts';
import type { JobRecord, PoolSettings } from '../../storage/database/records.ts';
import { getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { announceJob } from '../job-events.ts';
import { growingWait } from '../queue/storage-waits.ts';
import { resolveAudio } from '../run/speech/resolve-audio.ts';
import { ableTo, ownDeviceClass, runnableModels } from './able-to.ts';
import { changeOf } from './outcome-change.ts';
import { metaOf } from './pool-meta.ts';
import { capabilityOf } from './pool-spec.ts';
import { UnservedWaits } from './unserved-waits.ts';
import { whyNotIn } from './why-no-broker.ts';
import { endWorker, noteSent } from './worker-connection.ts';

/** A broker that is away this long no longer keeps jobs from running here. */
const PATIENCE_MS = 60_000;
/** A job that the pool refused runs here meanwhile. */
const REFUSED_MS = 5 * 60_000;
/** What was offered or joined a moment ago may not be in the view yet. */
const SETTLED_MS = 10_000;
/** Between two tries to join. */
const REJOIN_MS = 15_000;
/** A worker that dies sooner may do so each time. */
const LASTING_MS = 60_000;

/** The elected tab's end of its pool: offers jobs, takes others', and writes what became of its own. */
export class PoolLink {
  /** The worker that holds the connection. */
  handle = this.#startWorker();
  #isJoining = false;
  #view: PoolView;
  #seenAt = performance.now();
  #joinedAt = Number.POSITIVE_INFINITY;
  readonly #offeredAt = new Map<string, number>();
  readonly #offering = new Set<string>();
  readonly #settling = new Set<string>();
  readonly #refused = new Map<string, number>();
  readonly #waits: UnservedWaits;
  #hasLeft = false;
  /** How many workers in a row died soon. */
  #deaths = 0;

  constructor(
    private readonly settings: PoolSettings,
    private readonly ring: () => void,
    private readonly signal: AbortSignal,
  ) {
    this.#view = { ...NOTHING_SEEN, self: settings.member_id };
    const { beat_seconds: beat } = settings;
    this.#waits = new UnservedWaits(beat === undefined ? USUAL_BEAT_MS : beat * 1000);
    onChannelMessage((message) => {
      if (message.type === 'pool-wanted') this.#announceView();
      const withdrawn = message.type === 'job-deleted' || message.type === 'job-paused';
      if (withdrawn && this.#mine(message.id)) void this.#remove(message.id);
    }, signal);
    signal.addEventListener('abort', () => void this.#leave());
    const onHide = ({ persisted }: PageTransitionEvent) => {
      // Otherwise the lease runs out.
      if (!persisted) void this.#leave();
    };
    globalThis.addEventListener?.('pagehide', onHide, { signal });
    void this.#keepJoining();
  }

  /** A worker that is replaced if it dies: this device joins once more. What it worked on goes to the next, when its lease has run out. */
  #startWorker(): WorkerHandle<PoolWorkerApi> {
    const handle = poolWorker();
    const startedAt = performance.now();
    handle.signal.addEventListener('abort', () => {
      const hasLasted = performance.now() - startedAt >= LASTING_MS;
      void this.#replaceWorker(hasLasted).catch(() => undefined);
    });
    return handle;
  }

  /** At once, but later and later while one after the other dies soon. */
  async #replaceWorker(hasLasted: boolean): Promise<void> {
    if (this.#hasLeft || this.signal.aborted) return;
    this.#joinedAt = Number.POSITIVE_INFINITY;
    this.#view = { ...this.#view, connected: false };
    this.#announceView();
    this.#deaths = hasLasted ? 0 : this.#deaths + 1;
    if (this.#deaths > 1) await waitFor(growingWait(this.#deaths - 1), this.signal);
    if (this.#hasLeft) return;
    this.handle = this.#startWorker();
    void this.#keepJoining();
  }

  /** Whether the pool has this job, or gets it now; otherwise this device runs it. */
  async keeps(job: JobRecord, isBusy: boolean): Promise<boolean> {
    if (!job.run_in || job.builds_on || job.own_model || job.paused) return false;
    if (this.#offering.has(job.id)) return true;
    if (job.in_pool) return this.#stillHas(job);
    if (!this.#view.connected || (this.#refused.get(job.id) ?? 0) > performance.now()) return false;
    if (job.status !== 'queued' || job.claim !== null) return false;
    if (job.run_in === 'prefer-local' && !isBusy) return false;
    // An imported transcript is here alone.
    if (await isCorrected(job.id)) return false;
    this.#offering.add(job.id);
    void this.#offer(job).finally(() => {
      this.#offering.delete(job.id);
      this.ring();
    });
    return true;
  }

  /** One of the others' jobs that this device can run; null if there is none, or it works for itself alone. */
  async take(): Promise<TakenJob | null> {
    if (!this.settings.serves || !this.#view.connected) return null;
    const wanted = await this.handle.call((api) => api.wanted());
    const able: typeof wanted = [];
    for (const capability of wanted) if (await ableTo(capability)) able.push(capability);
    return able.length === 0 ? null : this.handle.call((api) => api.take(able));
  }

  /** Whether the pool has a job that was offered; one that it lost, or of which it has no news, runs here. */
  async #stillHas({ id }: JobRecord): Promise<boolean> {
    const now = performance.now();
    if (now - this.#seenAt > PATIENCE_MS) return false;
    const offeredAt = this.#offeredAt.get(id) ?? 0;
    const isSettled = now - Math.max(this.#joinedAt, offeredAt) > SETTLED_MS;
    if (!this.#view.connected || !isSettled || this.#mine(id)) return true;
    // Gone from the pool that it was offered to, or what is there cannot be read: the same would happen again.
    if (offeredAt > this.#joinedAt) this.#refused.set(id, Number.POSITIVE_INFINITY);
    void this.#remove(id);
    await this.#runHere(id);
    return false;
  }

  /** Takes a job out of the pool, whose copy of it is of no use. */
  async #takeHome(id: string): Promise<void> {
    this.#refused.set(id, Number.POSITIVE_INFINITY);
    await this.#remove(id);
    await this.#runHere(id);
  }

  /** A job that the pool no longer has. */
  async #runHere(id: string): Promise<void> {
    const updated = await updateJob(id, ({ claim }) =>
      claim === null ? { in_pool: false, status: 'queued' } : null,
    );
    if (updated) announceJob(updated);
  }

  #mine = (id: string) => this.#view.jobs.find((job) => job.id === id && job.mine);

  async #keepJoining(): Promise<void> {
    if (this.#isJoining) return;
    this.#isJoining = true;
    try {
      await this.#joinUntilIn();
    } finally {
      this.#isJoining = false;
    }
  }

  async #joinUntilIn(): Promise<void> {
    const { address, pool, credentials, phrase, name, member_id: id, beat_seconds: beat } = this.settings;
    while (!this.signal.aborted && !this.#hasJoined) {
      try {
        const models = await runnableModels();
        const device = await ownDeviceClass();
        const key = await noteSent(address, 'connected', 0);
        let hasEnded = false;
        await joinPool(
          this.handle,
          { address, pool, credentials, phrase },
          { facts: { id, name, models, device }, beatSeconds: beat },
          (view) => {
            hasEnded ||= view.failure !== null;
            this.#see(view);
          },
        );
        await completeEgress(key, { status: 101 }).catch(console.warn);
        if (!hasEnded) this.#joinedAt = performance.now();
      } catch (error) {
        const text = await whyNotIn(toAppError(error), address);
        this.#view = { ...this.#view, connected: false, failure: inEnglish(text), texts: [text] };
        this.#announceView();
        await waitFor(REJOIN_MS);
      }
    }
  }

  get #hasJoined(): boolean {
    return this.#joinedAt !== Number.POSITIVE_INFINITY;
  }

  #announceView = () => announce({ type: 'pool-seen', view: this.#view });

  #see(view: PoolView): void {
    this.#view = view;
    if (view.connected) this.#seenAt = performance.now();
    this.#announceView();
    if (view.failure !== null && this.#hasJoined) {
      // The pool was deleted or made anew.
      this.#joinedAt = Number.POSITIVE_INFINITY;
      void this.#keepJoining();
    }
    for (const job of view.jobs) if (job.mine) void this.#follow(job).catch(console.warn);
    this.ring();
  }

  async #offer(job: JobRecord): Promise<void> {
    try {
      const audio = await resolveAudio(job, this.signal);
      const title = job.library?.name ?? job.file?.filename ?? 'Recording';
      const key = await noteSent(this.settings.address, title, audio.size);
      const meta = await metaOf(job, title, this.#view.members);
      const taken = await this.handle.call((api) => api.offer(meta, lendBytes(audio), audio.size));
      await completeEgress(key, { status: taken ? 200 : 507 }).catch(console.warn);
      if (!taken) return void this.#refused.set(job.id, performance.now() + REFUSED_MS);
      const marked = await updateJob(job.id, ({ status, claim, paused }) =>
        status === 'queued' && claim === null && !paused ? { in_pool: true, waiting: null } : null,
      );
      this.#offeredAt.set(job.id, performance.now());
      if (marked) announceJob(marked);
      // Deleted, paused or begun meanwhile.
      else await this.#remove(job.id);
    } catch (error) {
      console.warn('A job could not be offered to the pool, and runs here:', error);
      this.#refused.set(job.id, performance.now() + REFUSED_MS);
    }
  }

  /** Writes here what others did with a job of this device. A job that meanwhile runs here is left alone. */
  async #follow(shown: PoolViewJob): Promise<void> {
    const { id, state, progress } = shown;
    if (this.#offering.has(id) || this.#settling.has(id)) return;
    this.#settling.add(id);
    try {
      const job = await getJob(id);
      if (!job?.in_pool || job.status === 'done' || job.status === 'error') {
        await this.#remove(id);
        return;
      }
      if (job.claim !== null) return;
      if (state === 'done' || state === 'failed') {
        await this.#settle(id);
      } else if (this.#waits.lacksGpu(shown, this.#view)) {
        // Offered again, it is for all.
        await this.#remove(id);
        await this.#runHere(id);
      } else if (
        this.#waits.isPassedOver(shown, this.#view) &&
        (await ableTo(capabilityOf(job, shown.device)))
      ) {
        await this.#takeHome(id);
      } else {
        const status = state === 'running' ? 'processing' : 'queued';
        if (job.status === status && job.progress === progress) return;
        const updated = await updateJob(id, (now) =>
          now.in_pool && now.claim === null && now.status !== 'done' ? { status, progress } : null,
        );
        if (updated) announceJob(updated);
      }
    } finally {
      this.#settling.delete(id);
    }
  }

  async #settle(id: string): Promise<void> {
    const outcome = await this.handle.call((api) => api.outcome(id));
    if (!outcome) return;
    const change = changeOf(outcome, (member) => this.#view.members.find(({ id }) => id === member)?.name);
    if (!change) return this.#takeHome(id);
    const ended = await updateJob(id, (now) => (now.in_pool && now.claim === null ? change(now) : null));
    if (ended) announceJob(ended);
    await this.#remove(id);
  }

  async #remove(id: string): Promise<void> {
    this.#waits.forget(id);
    await this.handle.call((api) => api.remove(id)).catch(console.warn);
  }

  async #leave(): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    await endWorker(this.handle);
    announce({ type: 'pool-left' });
  }
}
