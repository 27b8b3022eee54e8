import type { JsMsg } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { askUntilAnswered, PATIENCE } from './ask-until-answered.ts';
import type { PoolTimes } from './layout.ts';
import type { Lease } from './lease.ts';
import type { PieceStore } from './piece-store.ts';
import { isDamage, isInterruption } from './pool-failure.ts';
import { type JobFailure, type JobRow, type Manifest, type StoredSpec, storedSpec } from './rows.ts';
import type { SealedRows } from './sealed-bucket.ts';
import { sweepJob } from './sweep-job.ts';
import type { JobKeys } from './team-keys.ts';
import { orUnreadable, Unreadable } from './unreadable.ts';
import { type StoredWindow, WindowStore } from './window-store.ts';

interface Parts {
  id: string;
  row: JobRow;
  /** Read while the job was taken. */
  spec: Promise<unknown>;
  /** Revision of the job's row as this owner wrote it: a later owner changes it, and then no result of this one counts. */
  revision: number;
  lease: Lease;
  message: JsMsg;
  pieces: PieceStore;
  keys: JobKeys;
  windows: KV;
  jobs: SealedRows<JobRow>;
  times: PoolTimes;
}

/** Lease and message are in two streams: the member that gets the message must be able to take the lease. */
const GIVE_BACK_MS = 200;
const READ_PATIENCE_MS = 120_000;

/** What became of an owner's result. */
export type Ending = 'counted' | 'lost';

/** A job of the pool that this member works on, until it ends it, gives it back or loses it. */
export class OwnedJob {
  readonly id: string;
  readonly epoch: number;
  readonly row: JobRow;
  readonly #parts: Parts;
  readonly #lost = new AbortController();
  readonly #windows: WindowStore;
  /** Finished windows that the broker does not have yet. */
  readonly #unkept = new Map<number, unknown>();
  #beat: ReturnType<typeof setTimeout> | undefined;
  #windowCount = 0;
  /** What is on its way to the broker. */
  #keeping: Promise<void> = Promise.resolve();
  #result: Promise<Manifest | null> = Promise.resolve(null);
  #progress = 0;
  #ended = false;
  /** The broker answered, and what it has of the job is no part of it. */
  #isDamaged = false;
  readonly #takenAt = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.id = parts.id;
    this.row = parts.row;
    this.epoch = parts.lease.epoch;
    this.#windows = new WindowStore(parts.windows, parts.id, parts.keys, this.epoch);
    this.#scheduleBeat();
  }

  /** Aborts when somebody else owns the job, or it was withdrawn: its work is useless then. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Since this member took it. */
  get seconds(): number {
    return (performance.now() - this.#takenAt) / 1000;
  }

  /** The parameters, as the origin stored them. */
  async readSpec(): Promise<StoredSpec> {
    const read = storedSpec.safeParse(await this.#parts.spec);
    if (read.success) return read.data;
    const place = { revision: this.#parts.revision, written: 0 };
    throw new Unreadable('version', 'The parameters are of another version of the app.', place);
  }

  /** The recording. Its reader waits while the broker is away, up to a limit; then the job is given back. */
  recording(manifest: Manifest): ByteSource {
    const source = this.#parts.pieces.source(manifest, 'audio');
    const read = async (start: number, end: number) => {
      try {
        return await this.#persist(() => source.read(start, end), READ_PATIENCE_MS);
      } catch (error) {
        if (isInterruption(error)) void this.giveBack();
        this.#isDamaged ||= isDamage(error);
        throw error;
      }
    };
    return { size: source.size, read };
  }

  /** The windows that earlier owners finished, by index. What cannot be read is done again. */
  async readWindows(): Promise<StoredWindow[]> {
    // The first owner finds none, and listing takes a while.
    if (this.epoch === 1) return [];
    const found = await this.#windows.readAll();
    this.#windowCount = found.length;
    return found;
  }

  /**
   * Keeps a finished window for the next owner; loses the job if a later owner has written it. The work on the next
   * window need not wait for the broker: this resolves once the windows before are kept, or could not be because the
   * broker is away. Those go with a later one.
   */
  async keepWindow(index: number, value: unknown): Promise<void> {
    this.signal.throwIfAborted();
    this.#unkept.set(index, value);
    const before = this.#keeping;
    this.#keeping = before.then(() => this.#keepAll());
    await before;
  }

  async #keepAll(): Promise<void> {
    try {
      for (const [index, value] of this.#unkept) {
        if (this.signal.aborted) return;
        await this.#keepNow(index, value);
        this.#unkept.delete(index);
      }
    } catch (error) {
      console.warn('Windows of a pool job could not be kept:', error);
    }
  }

  async #keepNow(index: number, value: unknown): Promise<void> {
    const count = this.#windowCount + 1;
    const kept = await Promise.all([this.#windows.keep(index, value), this.#parts.lease.noteWindow(count)]);
    this.#windowCount = count;
    if (kept.includes(false)) this.#lose();
  }

  /** Written with the next beat; 0 to 1. */
  noteProgress(fraction: number): void {
    this.#progress = Math.min(1, Math.max(0, fraction));
  }

  /** Ends the job with its result, which counts unless a later owner has the job. */
  async finish(result: unknown): Promise<Ending> {
    this.signal.throwIfAborted();
    // What is not kept yet is not needed any more; what came later than the job's end would be left behind.
    this.#unkept.clear();
    const [stored] = await Promise.all([this.#persist(() => this.#putResult(result)), this.#keeping]);
    return this.#end({ state: 'done', result: stored });
  }

  #putResult(result: unknown): Promise<Manifest> {
    const put = this.#parts.pieces.putJson(result, `result/${this.epoch}`);
    this.#result = put.catch(() => null);
    return put;
  }

  /** Ends the job with an error. */
  fail = (error: JobFailure): Promise<Ending> =>
    this.#end({ state: 'failed', error: { ...error, ...(this.#isDamaged && { damaged: true }) } });

  async #end(outcome: Partial<JobRow>): Promise<Ending> {
    const { id, row, jobs, message, lease } = this.#parts;
    const final = { ...row, ...outcome, owner: row.owner, epoch: this.epoch };
    const counted = await this.#persist(async () => {
      if ((await jobs.write(id, final, this.#parts.revision)) !== null) return true;
      // Ours all the same, if only the answer to an earlier try was lost.
      const now = await orUnreadable(jobs.read(id));
      if (now instanceof Unreadable) return false;
      return now?.row.epoch === this.epoch && now.row.state === final.state;
    });
    this.#stop();
    if (counted) {
      // The row has ended the job. A message that is not acknowledged comes again, and the member that gets it sees that.
      message.ack();
      lease.release().catch(console.warn);
    } else {
      this.#lose();
    }
    return counted ? 'counted' : 'lost';
  }

  /** Until the broker answers, the job is lost, or the time is over. */
  #persist<Answer>(ask: () => Promise<Answer>, limitMs?: number): Promise<Answer> {
    return askUntilAnswered(ask, { signal: this.signal, limitMs });
  }

  /**
   * Gives the job back at once, as when the tab is closed: another member goes on behind the finished windows. Everything
   * is sent before it returns, because the worker of a tab that is closed is ended next.
   */
  async giveBack(delayMs = GIVE_BACK_MS): Promise<void> {
    if (this.#ended) return;
    this.#stop();
    const released = this.#parts.lease.release().catch(console.warn);
    this.#parts.message.nak(delayMs);
    this.#lost.abort();
    await released;
  }

  /** Stops without a word to anybody, as where the device is about to sleep: the lease runs out. */
  abandon(): void {
    this.#stop();
    this.#lost.abort();
  }

  /** The job was withdrawn by its origin. */
  withdrawn(): void {
    this.#stop();
    this.#lost.abort(new DOMException('The job was withdrawn.', 'AbortError'));
    this.#sweep().catch(console.warn);
  }

  #lose(): void {
    this.#stop();
    this.#lost.abort(new DOMException('Another member owns the job.', 'AbortError'));
    this.#sweep().catch(console.warn);
  }

  /** What reached the broker only after the job was removed must not remain, nor its message. */
  async #sweep(): Promise<void> {
    await this.#keeping;
    const result = await this.#result;
    const isGone = await askUntilAnswered(() => sweepJob(this.#parts, result), PATIENCE);
    if (isGone) this.#parts.message.ack();
  }

  #stop(): void {
    this.#ended = true;
    clearTimeout(this.#beat);
  }

  #scheduleBeat(): void {
    this.#beat = setTimeout(() => {
      void this.#renew().finally(() => {
        if (!this.#ended) this.#scheduleBeat();
      });
    }, this.#parts.times.beat);
  }

  /** The lease first: who lost it must not keep the message from its new owner. */
  async #renew(): Promise<void> {
    try {
      if (!(await this.#parts.lease.renew({ progress: this.#progress }))) this.#lose();
      else if (!this.#ended) this.#parts.message.working();
    } catch (error) {
      // The broker is away: the work goes on, and the next beat shows whether it is still ours.
      console.warn('The lease of a pool job could not be renewed:', error);
    }
  }
}
