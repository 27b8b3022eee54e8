import type { AddonKey } from '../addons/addon.ts';
import type { AddonError } from '../contract/addon-envelope.ts';
import { AppError, isAbort, toAppError } from '../lib/errors.ts';
import { spawnAddonWorker } from '../rpc/addon-worker.ts';
import type { AddonWorkerApi } from '../rpc/addon-worker-api.ts';
import type { WorkerHandle } from '../rpc/worker-handle.ts';

/** How long an add-on may take: so long, and so much more for every minute of the recording. */
const TIMEOUT_MS = 60_000;
const TIMEOUT_PER_MINUTE_MS = 2_000;

export type AddonOutcome<Results> =
  | { success: true; seconds: number; results: Results }
  | { success: false; seconds: number; error: AddonError };

/**
 * Runs a job's add-ons in a worker of their own. One that fails, or takes too long, gives an error in place of its
 * results, and the others go on.
 */
export class AddonRunner {
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal;
  #worker: WorkerHandle<AddonWorkerApi> | null = null;

  /** @param duration of the recording, seconds */
  constructor(duration: number, signal: AbortSignal, timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs + (duration / 60) * TIMEOUT_PER_MINUTE_MS;
    this.#signal = signal;
  }

  /** Runs one add-on. Throws AbortError when the job's signal aborts, and nothing else. */
  async run<Results>(
    key: AddonKey,
    work: (worker: WorkerHandle<AddonWorkerApi>, signal: AbortSignal) => Promise<Results>,
  ): Promise<AddonOutcome<Results>> {
    const startedAt = performance.now();
    const seconds = () => Math.round(performance.now() - startedAt) / 1000;
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      if (!this.#worker || this.#worker.ended) this.#worker = spawnAddonWorker();
      const results = await work(this.#worker, AbortSignal.any([this.#signal, timeout]));
      return { success: true, seconds: seconds(), results };
    } catch (error) {
      this.#signal.throwIfAborted();
      // It may still be busy: the next add-on starts in a new one.
      this.end();
      const cause =
        timeout.aborted || isAbort(error)
          ? new AppError(
              'internal',
              `${key} took longer than ${Math.round(this.#timeoutMs / 1000)} s and was stopped.`,
            )
          : toAppError(error);
      return { success: false, seconds: seconds(), error: addonError(cause) };
    }
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** An error as an envelope has it (specification §2.8, AddonError). */
export function addonError({ code, status, message }: AppError): AddonError {
  return { status_code: status, exception: code, message };
}
