import type { JsMsg } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { ByteSource } from '../lib/byte-source.ts';
import { gunzip, gzip } from '../lib/gzip.ts';
import { jsonBytes, jsonOf } from './bytes.ts';
import { keysOf } from './keys-of.ts';
import type { PoolTimes } from './layout.ts';
import type { Lease } from './lease.ts';
import type { PieceStore } from './piece-store.ts';
import { isWrongRevision } from './pool-failure.ts';
import type { JobFailure, JobRow, Manifest } from './rows.ts';
import type { SealedRows } from './sealed-bucket.ts';
import { type JobKeys, open, seal } from './team-keys.ts';

/** A finished window, as any owner stored it. */
export interface StoredWindow {
  index: number;
  value: unknown;
}

interface Parts {
  id: string;
  row: JobRow;
  /** Of the job's row, as this owner wrote it: a later owner changes it, and then no result of this one counts. */
  revision: number;
  lease: Lease;
  message: JsMsg;
  pieces: PieceStore;
  keys: JobKeys;
  windows: KV;
  jobs: SealedRows<JobRow>;
  times: PoolTimes;
}

/** What became of an owner's result. */
export type Ending = 'counted' | 'lost';

/** A job of the pool that this member works on, until it ends it, gives it back or loses it. */
export class OwnedJob {
  readonly id: string;
  readonly epoch: number;
  readonly row: JobRow;
  readonly #parts: Parts;
  readonly #lost = new AbortController();
  readonly #revisions = new Map<number, number>();
  #beat: ReturnType<typeof setTimeout> | undefined;
  #windowCount = 0;
  #progress = 0;
  #ended = false;
  readonly #takenAt = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.id = parts.id;
    this.row = parts.row;
    this.epoch = parts.lease.epoch;
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
  async readSpec(): Promise<unknown> {
    return this.#parts.pieces.readJson(this.row.spec, 'spec');
  }

  recording = (manifest: Manifest): ByteSource => this.#parts.pieces.source(manifest, 'audio');

  /** The windows that earlier owners finished, by index. What cannot be read is done again. */
  async readWindows(): Promise<StoredWindow[]> {
    const { windows, keys, id } = this.#parts;
    const found: StoredWindow[] = [];
    // The first owner finds none, and listing takes a while.
    if (this.epoch === 1) return found;
    for (const key of await keysOf(windows, `${id}.*`)) {
      const entry = await windows.get(key);
      if (entry?.operation !== 'PUT') continue;
      const index = Number(key.slice(id.length + 1));
      this.#revisions.set(index, entry.revision);
      try {
        const stored = jsonOf(await gunzip(await open(keys.pieces, entry.value, key)));
        if (isStored(stored)) found.push({ index, value: stored.value });
      } catch (error) {
        console.warn(`Window ${index} of a pool job cannot be read:`, error);
      }
    }
    this.#windowCount = found.length;
    return found.sort((a, b) => a.index - b.index);
  }

  /** Keeps a finished window for the next owner; loses the job if a later owner has written it. */
  async keepWindow(index: number, value: unknown): Promise<void> {
    this.signal.throwIfAborted();
    const { windows, keys, id, lease } = this.#parts;
    const key = `${id}.${index}`;
    const sealed = await seal(keys.pieces, await gzip(jsonBytes({ epoch: this.epoch, value })), key);
    try {
      this.#revisions.set(index, await this.#writeWindow(key, sealed, this.#revisions.get(index) ?? 0));
    } catch (error) {
      if (!isWrongRevision(error)) throw error;
      const now = await windows.get(key);
      const stored =
        now?.operation === 'PUT' ? jsonOf(await gunzip(await open(keys.pieces, now.value, key))) : null;
      if (isStored(stored) && stored.epoch > this.epoch) return this.#lose();
      if (now) this.#revisions.set(index, await this.#writeWindow(key, sealed, now.revision));
    }
    this.#windowCount += 1;
    if (!(await lease.noteWindow(this.#windowCount))) this.#lose();
  }

  #writeWindow(key: string, sealed: Uint8Array, revision: number): Promise<number> {
    const { windows } = this.#parts;
    return revision === 0 ? windows.create(key, sealed) : windows.update(key, sealed, revision);
  }

  /** Told to the others with the next beat; 0 to 1. */
  noteProgress(fraction: number): void {
    this.#progress = Math.min(1, Math.max(0, fraction));
  }

  /** Ends the job with its result, which counts unless a later owner has the job. */
  async finish(result: unknown): Promise<Ending> {
    this.signal.throwIfAborted();
    const stored = await this.#parts.pieces.putJson(result, `result/${this.epoch}`);
    return this.#end({ state: 'done', result: stored });
  }

  /** Ends the job with an error. */
  fail = (error: JobFailure): Promise<Ending> => this.#end({ state: 'failed', error });

  async #end(outcome: Partial<JobRow>): Promise<Ending> {
    const { id, row, jobs, message, lease } = this.#parts;
    const final = { ...row, ...outcome, owner: row.owner, epoch: this.epoch };
    let counted = (await jobs.write(id, final, this.#parts.revision)) !== null;
    if (!counted) {
      // Ours all the same, if only the answer to an earlier try was lost.
      const now = await jobs.read(id);
      counted = now?.row.epoch === this.epoch && now.row.state === final.state;
    }
    this.#stop();
    if (counted) {
      // The row has ended the job: neither needs to come before the other.
      await Promise.all([message.ackAck().catch(console.warn), lease.release().catch(console.warn)]);
    } else {
      this.#lose();
    }
    return counted ? 'counted' : 'lost';
  }

  /** Gives the job back at once, as when the tab is closed: another member goes on behind the finished windows. */
  async giveBack(delayMs = 0): Promise<void> {
    if (this.#ended) return;
    this.#stop();
    // First the lease: whoever gets the message must be able to take it.
    await this.#parts.lease.release().catch(console.warn);
    this.#parts.message.nak(delayMs > 0 ? delayMs : undefined);
    this.#lost.abort();
  }

  /** Stops without a word to anybody, as where the device is about to sleep: the lease runs out. */
  abandon(): void {
    this.#stop();
    this.#lost.abort();
  }

  /** The job was withdrawn by its origin: nobody needs its message any more. */
  withdrawn(): void {
    this.#stop();
    this.#parts.message.ack();
    this.#lost.abort(new DOMException('The job was withdrawn.', 'AbortError'));
  }

  #lose(): void {
    this.#stop();
    this.#lost.abort(new DOMException('Another member owns the job.', 'AbortError'));
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
      // The broker is away: the work goes on, and the next beat tells whether it is still ours.
      console.warn('The lease of a pool job could not be renewed:', error);
    }
  }
}

const isStored = (stored: unknown): stored is { epoch: number; value: unknown } =>
  typeof stored === 'object' &&
  stored !== null &&
  'epoch' in stored &&
  typeof stored.epoch === 'number' &&
  'value' in stored;
