import type { Remote } from 'comlink';
import { AppError, isAbort } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { waitFor } from '../../../lib/wait-for.ts';
import { START_LIMIT_MS } from '../shared/start-sign.ts';
import { PatientWorker } from './patient-worker.ts';
import { PATIENCE, PaceLimit, type Patience } from './watchdog.ts';
import { type WorkerEnd, WorkerHandle } from './worker-handle.ts';

/** How long an idle worker is kept for the next job: starting one takes longer than a short job's work. */
export const IDLE_MS = 120_000;

/** How long cancelled work may take to stop before its worker is terminated: a deleted job is gone within a second. */
const CANCEL_GRACE_MS = 500;

/** Workers that may fail before they start without counting: the service worker that answers for their scripts was ended just then. */
const MOST_FALSE_STARTS = 3;

const NEVER = new AbortController().signal;

/** What differs between the kinds of workers. */
export interface WorkerKind<Api> {
  spawn: () => WorkerEnd;
  idleMs: number;
  /** How long a watched call may be silent, and a worker's scripts may take. */
  limits?: Patience & { startMs?: number };
  /** How often a piece of work is tried: once, once more in a new worker, or then also in the kind's other way. */
  attempts: 1 | 2 | 3;
  /** Whether all that a worker throws, which may be after minutes of work, is in the work: then its death alone is a reason to try again. */
  throwsReasons?: boolean;
  /** Stops the work that is cancelled. Without it, the worker is terminated. */
  cancel?: (api: Remote<Api>) => unknown;
}

/** What one user of a kind needs. */
export interface Duty<Api, Ready> {
  /**
   * Makes each worker ready for its first piece of work.
   *
   * @param isOtherWay whether the usual way has failed twice
   */
  ready: (worker: WorkerHandle<Api>, isOtherWay: boolean) => Promise<Ready>;
  /** Replaces the kind's number of attempts. */
  attempts?: () => WorkerKind<Api>['attempts'];
}

/** A worker that may still have to stop what it did for its last user. */
interface Idle<Api> {
  worker: WorkerHandle<Api>;
  stopped: Promise<void>;
  isUsed: boolean;
}

/** Workers of one kind, of which at most one is kept while it is idle. */
export class Supervisor<Api> {
  readonly kind: WorkerKind<Api>;
  #idle: Idle<Api> | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: WorkerKind<Api>) {
    this.kind = kind;
  }

  /** A worker for one job. Release it, or end it. */
  take<Ready>(duty: Duty<Api, Ready>): SupervisedWorker<Api, Ready> {
    return new SupervisedWorker(this, duty);
  }

  /** Works in a worker that nobody else uses meanwhile. */
  async once<T>(work: (worker: WorkerHandle<Api>) => Promise<T>): Promise<T> {
    const worker = this.take({ ready: async () => undefined });
    try {
      return await worker.run(work);
    } finally {
      worker.release();
    }
  }

  /** Starts the next job's worker now, if none is idle. Its failure surfaces when it is used. */
  prepare(begin: (api: Remote<Api>) => unknown = () => undefined): void {
    if (this.#idle && !this.#idle.worker.ended) return;
    this.keep(this.#start());
    this.#idle?.worker.call(begin).catch(() => undefined);
  }

  /** The idle worker, or a new one. */
  next(): Idle<Api> {
    clearTimeout(this.#leaving);
    const idle = this.#idle;
    this.#idle = null;
    // It may have died unnoticed.
    return idle && !idle.worker.ended ? idle : this.#start();
  }

  keep(idle: Idle<Api>): void {
    this.end();
    this.#idle = idle;
    this.#leaving = setTimeout(() => this.end(), this.kind.idleMs);
  }

  /** Terminates the idle worker. */
  end(): void {
    clearTimeout(this.#leaving);
    this.#idle?.worker.terminate();
    this.#idle = null;
  }

  /** The same, unless it was only prepared. */
  endUsed(): void {
    if (this.#idle?.isUsed) this.end();
  }

  #start(): Idle<Api> {
    const { spawn, limits } = this.kind;
    return { worker: startWorker(spawn, limits?.startMs), stopped: Promise.resolve(), isUsed: false };
  }
}

/**
 * A job's worker. Work that fails for no reason that is in it, because its worker crashed, ran out of memory or showed no progress, is
 * done once more in a new one; if that fails, too, in the other way, where there is one; only then it has failed.
 */
export class SupervisedWorker<Api, Ready> {
  readonly #supervisor: Supervisor<Api>;
  readonly #duty: Duty<Api, Ready>;
  /** Of the watched calls for this job. */
  readonly pace: PaceLimit;
  #worker: WorkerHandle<Api> | null = null;
  #ready: Promise<Ready> | null = null;
  #stopping: Promise<void> = Promise.resolve();
  #isOtherWay = false;
  #running = 0;
  #isOver = false;

  constructor(supervisor: Supervisor<Api>, duty: Duty<Api, Ready>) {
    this.#supervisor = supervisor;
    this.#duty = duty;
    this.pace = new PaceLimit(supervisor.kind.limits ?? PATIENCE);
  }

  /** Does a piece of work. Rejects at once when the signal aborts; the next piece waits until the worker has stopped. */
  async run<T>(
    work: (worker: WorkerHandle<Api>, ready: Ready) => Promise<T>,
    signal: AbortSignal = NEVER,
  ): Promise<T> {
    this.#running++;
    try {
      for (let failures = 0, falseStarts = 0; ; ) {
        signal.throwIfAborted();
        const worker = await this.#current();
        signal.throwIfAborted();
        try {
          return await this.#attempt(worker, work, signal);
        } catch (error) {
          const { attempts, throwsReasons } = this.#supervisor.kind;
          const hasDied = worker.ended || !worker.hasStarted;
          if (!isUnforeseen(error, signal) || (throwsReasons && !hasDied)) throw error;
          this.#drop(worker);
          const most = this.#duty.attempts?.() ?? attempts;
          if (most > 1 && !worker.hasStarted && falseStarts < MOST_FALSE_STARTS) falseStarts++;
          else failures++;
          if (this.#isOver || failures >= (this.#isOtherWay ? Math.min(most, 2) : most)) throw error;
          this.#isOtherWay ||= failures === 2;
          console.error(error);
        }
      }
    } finally {
      this.#running--;
    }
  }

  /** Asks the worker something that nothing depends on; null if it is gone or does not answer. */
  async ask<T>(what: string, call: (api: Remote<Api>) => T, signal: AbortSignal): Promise<Awaited<T> | null> {
    const worker = this.#worker;
    if (!worker || worker.ended) return null;
    try {
      return await worker.watchedCall({ what, pace: this.pace }, call, signal);
    } catch (error) {
      if (!isUnforeseen(error, signal)) throw error;
      console.error(error);
      this.#drop(worker);
      return null;
    }
  }

  /** Keeps a worker that has nothing left to do for the next job; terminates one that is at work. */
  release(): void {
    const worker = this.#worker;
    if (worker && !worker.ended && this.#running === 0) {
      this.#worker = null;
      this.#supervisor.keep({ worker, stopped: this.#stopping, isUsed: true });
    }
    this.end();
  }

  /** Terminates the worker, whatever it does, and frees its memory. */
  end(): void {
    this.#isOver = true;
    if (this.#worker) this.#drop(this.#worker);
  }

  /** The worker, or a new one. */
  async #current(): Promise<WorkerHandle<Api>> {
    for (;;) {
      await this.#stopping;
      if (this.#isOver) throw new AppError('internal', msg`The worker was terminated.`);
      if (this.#worker && !this.#worker.ended) return this.#worker;
      const { worker, stopped } = this.#supervisor.next();
      this.#worker = worker;
      this.#stopping = stopped;
      this.#ready = null;
      this.pace.renew();
    }
  }

  async #attempt<T>(
    worker: WorkerHandle<Api>,
    work: (worker: WorkerHandle<Api>, ready: Ready) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    this.#ready ??= this.#duty.ready(worker, this.#isOtherWay);
    const running = this.#ready.then((ready) => {
      signal.throwIfAborted();
      return work(worker, ready);
    });
    const listening = new AbortController();
    const cancelled = new Promise<never>((_, reject) => {
      const cancel = () => {
        // Of all that it does at a time.
        this.#stopping = Promise.all([this.#stopping, this.#stop(worker, running)]).then(() => undefined);
        reject(signal.reason);
      };
      signal.addEventListener('abort', cancel, { signal: listening.signal });
    });
    try {
      return await Promise.race([running, cancelled]);
    } finally {
      listening.abort();
    }
  }

  async #stop(worker: WorkerHandle<Api>, running: Promise<unknown>): Promise<void> {
    const { cancel } = this.#supervisor.kind;
    if (cancel) {
      worker.call(cancel).catch(() => undefined);
      const ended = () => true;
      const late = waitFor(CANCEL_GRACE_MS).then(() => false);
      if (await Promise.race([running.then(ended, ended), late])) return;
    }
    this.#drop(worker);
  }

  #drop(worker: WorkerHandle<Api>): void {
    worker.terminate();
    if (this.#worker === worker) this.#worker = null;
  }
}

/** One life of a worker, whose end is final. */
export const startWorker = <Api>(spawn: () => WorkerEnd, startMs = START_LIMIT_MS): WorkerHandle<Api> =>
  new WorkerHandle(new PatientWorker(spawn), startMs);

export const supervise = <Api>(kind: WorkerKind<Api>): Supervisor<Api> => new Supervisor(kind);

/** Whether work failed for no reason that is in it: a new worker may do better. */
export function isUnforeseen(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || isAbort(error)) return false;
  return !(error instanceof AppError) || error.code === 'internal';
}
