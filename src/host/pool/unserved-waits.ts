import type { PoolView, PoolViewJob } from '../../contract/realms/pool-view.ts';
import { hasGpuFor } from './able-to.ts';

/** A job for GPUs whose last device with one went away is offered to the others after this long. */
const GPU_PATIENCE_MS = 60_000;
/** A job that nobody works on while the pool works on no older one, in beats of leases: ten minutes, with the usual ones. */
const UNSERVED_BEATS = 40;
/** Who takes a job and gives it back at once does not work on it. */
const SERVED_BEATS = 2;

interface Wait {
  since: number;
  /** Since when a device has had it; null while none has. */
  servedSince: number | null;
}

/** Which of this device's jobs wait in the pool for what does not come. */
export class UnservedWaits {
  readonly #withoutGpu = new Map<string, number>();
  readonly #unserved = new Map<string, Wait>();

  constructor(
    private readonly beatMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether a job waits for a GPU that no device of the pool has any more. */
  lacksGpu({ id, state, device, engine }: PoolViewJob, { members }: PoolView): boolean {
    if (state !== 'queued' || device === 'wasm' || hasGpuFor(engine, members)) {
      this.#withoutGpu.delete(id);
      return false;
    }
    const since = this.#withoutGpu.get(id) ?? this.now();
    this.#withoutGpu.set(id, since);
    return this.now() - since > GPU_PATIENCE_MS;
  }

  /**
   * Whether the pool passes over a job: no device works on it, nor on one that is older, or each gives it back. In a pool
   * that is only busy, a job waits as long as it must.
   */
  isPassedOver({ id, runner, created }: PoolViewJob, { jobs }: PoolView): boolean {
    const wait = this.#unserved.get(id) ?? { since: this.now(), servedSince: null };
    this.#unserved.set(id, wait);
    if (runner !== null) {
      wait.servedSince ??= this.now();
      if (this.now() - wait.servedSince > SERVED_BEATS * this.beatMs) this.#unserved.delete(id);
      return false;
    }
    wait.servedSince = null;
    const isInLine = jobs.some(
      (other) => other.id !== id && other.runner !== null && other.created <= created,
    );
    if (isInLine) this.#unserved.delete(id);
    return !isInLine && this.now() - wait.since > UNSERVED_BEATS * this.beatMs;
  }

  /** The job is no longer in the pool. */
  forget(id: string): void {
    this.#withoutGpu.delete(id);
    this.#unserved.delete(id);
  }
}
