import type { JsMsg } from '@nats-io/jetstream';
import { fromBase64Url } from './bytes.ts';
import { Lease } from './lease.ts';
import { PieceStore } from './piece-store.ts';
import { isInterruption } from './pool-failure.ts';
import { capabilityText, type PoolSpace } from './pool-space.ts';
import { putAside } from './put-aside.ts';
import type { Capability, JobFailure, JobRow, LeaseRow } from './rows.ts';
import type { Kept } from './sealed-bucket.ts';
import { OwnedJob } from './taken-job.ts';
import { deriveJobKeys } from './team-keys.ts';
import { orUnreadable, Unreadable } from './unreadable.ts';

/** Owners in a row that ended without a word and without progress: the recording may be what kills them. */
const MAX_ATTEMPTS = 5;
/** The shortest that a pull may wait. */
const PULL_MS = 1_000;
/** A job that this member found that it cannot run is left to others for this long. */
const SKIP_MS = 60_000;
/** Messages of one kind that are looked at in a row, where none of them can be taken. */
const MAX_LOOKS = 64;
/** What a job's id is made of: anything else names no row. */
const JOB_ID = /^[\w-]{1,64}$/;

type CanRun = (capability: Capability) => boolean | Promise<boolean>;

/** A runner's end: takes jobs out of the queue, one at a time, and keeps track of which are this member's. */
export class Taking {
  readonly #owned = new Map<string, OwnedJob>();
  /** Until when, by `performance.now()`. */
  readonly #skipped = new Map<string, number>();

  constructor(
    private readonly space: PoolSpace,
    /** Ends a job with an error, and notifies the others. */
    private readonly fail: (job: OwnedJob, error: JobFailure) => Promise<unknown>,
  ) {}

  /** The jobs that this member works on. */
  get owned(): ReadonlyMap<string, OwnedJob> {
    return this.#owned;
  }

  /**
   * Takes one job that this member can run, which is its own from then on; null if there is none. Call only when idle.
   */
  async take(canRun: CanRun): Promise<OwnedJob | null> {
    for (const capability of await this.#wanted(canRun)) {
      const consumer = await this.space.consumer(await this.space.capabilityName(capability));
      // One that cannot be taken must not hide those behind it.
      for (let looks = 0; looks < MAX_LOOKS; looks++) {
        const message = await consumer.next({ expires: PULL_MS });
        if (!message) break;
        const job = await this.#own(message, canRun);
        if (job) return job;
      }
    }
    return null;
  }

  /** Takes the message of a job that was withdrawn unclaimed, where no other job needs the same. */
  async discard(withdrawn: string, capability: Capability): Promise<void> {
    const text = capabilityText(capability);
    const isNeeded = [...this.space.jobs.rows].some(
      ([id, { row }]) => id !== withdrawn && capabilityText(row.capability) === text && isOpen(row),
    );
    if (isNeeded) return;
    const consumer = await this.space.consumer(await this.space.capabilityName(capability));
    for (;;) {
      const message = await consumer.next({ expires: PULL_MS });
      if (!message) return;
      const kept = await orUnreadable(this.#rowOf(message));
      if (kept instanceof Unreadable) await putAside(this.space, message, kept);
      // One that was offered meanwhile goes back.
      else if (kept && isOpen(kept.row)) return message.nak();
      else message.ack();
    }
  }

  #seemsOpen(id: string, row: JobRow): boolean {
    if (!isOpen(row)) return false;
    if (this.#owned.has(id) || (this.#skipped.get(id) ?? 0) > performance.now()) return false;
    return !this.space.isHeld(id);
  }

  /** Reads the row of the job that a message names. Throws Unreadable, also for a message that names none. */
  async #rowOf(message: JsMsg): Promise<Kept<JobRow> | null> {
    const id = message.string();
    if (JOB_ID.test(id)) return this.space.jobRows.read(id);
    const place = { revision: message.seq, written: message.time.getTime() };
    throw new Unreadable('damaged', 'A message of the queue names no job.', place);
  }

  /** What the jobs need that seem to wait, those of the oldest first. */
  wanted = (): Promise<Capability[]> => this.#wanted(() => true);

  async #wanted(canRun: CanRun): Promise<Capability[]> {
    const open = [...this.space.jobs.rows]
      .filter(([id, { row }]) => this.#seemsOpen(id, row))
      .sort(([, a], [, b]) => (a.row.created < b.row.created ? -1 : 1));
    const wanted = new Map<string, Capability>();
    for (const [, { row }] of open) wanted.set(capabilityText(row.capability), row.capability);
    const able: Capability[] = [];
    for (const capability of wanted.values()) if (await canRun(capability)) able.push(capability);
    return able;
  }

  /** Makes a message's job this member's; null if it is somebody else's, has ended or is gone. */
  async #own(message: JsMsg, canRun: CanRun): Promise<OwnedJob | null> {
    const id = message.string();
    try {
      const seen = this.space.jobs.rows.get(id);
      if (seen && this.#seemsOpen(id, seen.row) && (await canRun(seen.row.capability))) {
        // What is seen may be late by a moment: then this lease is refused, and the broker is asked.
        const { rows, unreadable } = this.space.leases;
        const lease = await this.#lease(id, rows.get(id) ?? unreadable.get(id) ?? null, seen.row);
        if (lease) return await this.#claim(id, seen, lease, message);
      }
      const kept = await this.#rowOf(message);
      if (!kept || !isOpen(kept.row)) {
        message.ack();
        return null;
      }
      const isWilling =
        !this.#owned.has(id) &&
        (this.#skipped.get(id) ?? 0) <= performance.now() &&
        (await canRun(kept.row.capability));
      const before = isWilling ? await orUnreadable(this.space.leaseRows.read(id)) : null;
      const lease = isWilling ? await this.#lease(id, before, kept.row) : null;
      if (lease) return await this.#claim(id, kept, lease, message);
      // Its owner lives, or has just taken it; or it is for others.
      message.nak(this.space.times.beat);
      return null;
    } catch (error) {
      if (isInterruption(error)) {
        message.nak();
        throw error;
      }
      await putAside(this.space, message, error);
      console.warn(`A message of a pool was put aside: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }

  #lease = (
    id: string,
    before: Kept<LeaseRow> | Unreadable | null,
    { epoch }: JobRow,
  ): Promise<Lease | null> =>
    Lease.take(this.space.leaseRows, id, this.space.facts, {
      before,
      epoch,
      isOver: (last) => this.space.isOver(last),
    });

  async #claim(id: string, kept: Kept<JobRow>, lease: Lease, message: JsMsg): Promise<OwnedJob | null> {
    try {
      return await this.#claimLeased(id, kept, lease, message);
    } catch (error) {
      await lease.release().catch(console.warn);
      throw error;
    }
  }

  /** Writes this owner's epoch into the job's row: from here on, no earlier owner's result counts. */
  async #claimLeased(
    id: string,
    { row, revision }: Kept<JobRow>,
    lease: Lease,
    message: JsMsg,
  ): Promise<OwnedJob | null> {
    const claimed: JobRow = { ...row, state: 'running', epoch: lease.epoch, owner: this.space.facts.id };
    const keys = await deriveJobKeys(fromBase64Url(row.secret));
    const pieces = new PieceStore(this.space.buckets.pieces, id, keys);
    // Beside the row, because both wait for the broker.
    const spec = pieces.readJson(row.spec, 'spec');
    spec.catch(() => undefined);
    const written = await this.space.jobRows.write(id, claimed, revision);
    if (written === null) {
      // An earlier owner has ended it after all, or it was withdrawn: the next delivery shows it.
      await lease.release();
      message.nak();
      return null;
    }
    const job = new OwnedJob({
      id,
      row: claimed,
      spec,
      revision: written,
      lease,
      message,
      pieces,
      keys,
      windows: this.space.buckets.windows,
      jobs: this.space.jobRows,
      times: this.space.times,
    });
    if (lease.attempts >= MAX_ATTEMPTS) {
      await this.fail(job, killedItsOwners());
      return null;
    }
    this.#owned.set(id, job);
    job.signal.addEventListener('abort', () => this.#owned.delete(id));
    return job;
  }

  /** Leaves a job to others for a minute. */
  skip(id: string): void {
    this.#skipped.set(id, performance.now() + SKIP_MS);
  }

  /** This member no longer works on a job. */
  forget(id: string): void {
    this.#owned.delete(id);
  }
}

/** Whether it waits or runs. */
export const isOpen = ({ state }: JobRow) => state === 'queued' || state === 'running';

const killedItsOwners = (): JobFailure => ({
  code: 'internal',
  status: 500,
  message: `${MAX_ATTEMPTS} members stopped without a word at the same point of this recording. Use a smaller model or cut the recording into shorter parts.`,
});
