import type { AddonKey, TimeLimit } from '../../../addons/addon-schema.ts';
import { addonSchemas } from '../../../addons/addon-schemas.ts';
import { type AddonError, toAddonError } from '../../../contract/addons/addon-envelope.ts';
import type { BrowserModels } from '../../../language/text/text-models.ts';
import { AppError, isAbort, toAppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { browserModels } from '../../../models/browser/browser-models.ts';
import { type RecordedSound, takeAddonWorker } from '../../../realms/addons/page/spawn.ts';
import type { AddonWorkerApi } from '../../../realms/addons/shared/api.ts';
import type { SupervisedWorker } from '../../../realms/every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../../realms/every-worker/page/worker-handle.ts';
import type { JobHooks } from '../job-hooks.ts';

/** Default time limit of an add-on. */
const TIME_LIMIT: TimeLimit = { seconds: 60, secondsPerMinute: 2 };

export type AddonOutcome<Results> =
  | { success: true; seconds: number; results: Results; notes: readonly Message[] }
  | { success: false; seconds: number; error: AddonError };

/** What add-ons could not do as asked, by key. */
export type KnownNotes = Partial<Record<AddonKey, readonly Message[]>>;

type AddonHooks = Pick<JobHooks, 'onAddonProgress' | 'onAddonOutput' | 'onAddonEnd'>;

/** Which of how many consecutive runs of the add-on this is. */
interface Part {
  index: number;
  of: number;
}

/** Runs a job's add-ons, one at a time. */
export type RunsAddons = Pick<AddonRunner, 'run'>;

export interface AddonOptions {
  /** Overrides the add-ons' own limits. */
  timeLimit?: TimeLimit | undefined;
  /** What their results lack, whatever they do. */
  known?: KnownNotes | undefined;
  browser?: BrowserModels;
  /** The recording, for add-ons that read it. */
  sound?: RecordedSound | undefined;
}

/**
 * Runs a job's add-ons in a worker that serves one job at a time. One that fails or takes too long yields an error instead of results;
 * the others still run.
 */
export class AddonRunner {
  readonly #duration: number;
  /** What add-ons could not do, or did only in part, for people. */
  readonly notes: Message[] = [];
  readonly #hooks: AddonHooks;
  readonly #signal: AbortSignal;
  readonly #timeLimit: TimeLimit | undefined;
  readonly #known: KnownNotes;
  readonly #browser: BrowserModels;
  readonly #sound: RecordedSound | undefined;
  #part: Part = { index: 0, of: 1 };
  /** Notes of the current run. */
  #ownNotes: Message[] = [];
  #worker: SupervisedWorker<AddonWorkerApi, void> | null = null;

  /** @param duration of the recording in seconds */
  constructor(
    duration: number,
    hooks: AddonHooks,
    signal: AbortSignal,
    { timeLimit, known = {}, browser = browserModels, sound }: AddonOptions = {},
  ) {
    this.#duration = duration;
    this.#hooks = hooks;
    this.#signal = signal;
    this.#timeLimit = timeLimit;
    this.#known = known;
    this.#browser = browser;
    this.#sound = sound;
  }

  /**
   * Runs an add-on, or a part of its work, under its time limit. Throws only AbortError, and what `onAddonEnd` throws.
   */
  async run<Results>(
    key: AddonKey,
    work: (worker: WorkerHandle<AddonWorkerApi>, signal: AbortSignal) => Promise<Results>,
    part: Part = { index: 0, of: 1 },
  ): Promise<AddonOutcome<Results>> {
    const outcome = await this.#attempt(key, work, part);
    await this.#hooks.onAddonEnd?.();
    return outcome;
  }

  async #attempt<Results>(
    key: AddonKey,
    work: (worker: WorkerHandle<AddonWorkerApi>, signal: AbortSignal) => Promise<Results>,
    part: Part,
  ): Promise<AddonOutcome<Results>> {
    this.#part = part;
    const startedAt = performance.now();
    const seconds = () => Math.round(performance.now() - startedAt) / 1000;
    const notesBefore = this.notes.length;
    const limitMs = this.#limitMs(key);
    let timeout: AbortSignal | undefined;
    this.#worker ??= this.#take();
    try {
      const results = await this.#worker.run((worker) => {
        this.#ownNotes = [...(this.#known[key] ?? [])];
        this.notes.length = notesBefore;
        this.#onProgress(key, 0);
        timeout = AbortSignal.timeout(limitMs);
        return work(worker, AbortSignal.any([this.#signal, timeout]));
      }, this.#signal);
      return { success: true, seconds: seconds(), results, notes: this.#ownNotes };
    } catch (error) {
      // It may still be busy, or in an unknown state, so the next add-on starts in a new worker.
      this.#worker.end();
      this.#worker = null;
      this.#signal.throwIfAborted();
      const cause =
        timeout?.aborted || isAbort(error)
          ? new AppError(
              'timed_out',
              msg`${key} took longer than ${Math.round(limitMs / 1000)} s and was stopped.`,
            )
          : toAppError(error);
      return { success: false, seconds: seconds(), error: toAddonError(cause) };
    }
  }

  #take() {
    const calls: Parameters<typeof takeAddonWorker>[1] = {
      onProgress: (key, fraction) => this.#onProgress(key, fraction),
      onOutput: (key, text, plan) => this.#hooks.onAddonOutput?.(key, text, plan),
      onNote: (key, text) => {
        this.#ownNotes.push(text);
        this.notes.push(msg`${key}: ${text}`);
      },
    };
    return takeAddonWorker(this.#browser, calls, this.#sound);
  }

  #onProgress(key: AddonKey, fraction: number): void {
    this.#hooks.onAddonProgress?.(key, (this.#part.index + fraction) / this.#part.of);
  }

  #limitMs(key: AddonKey): number {
    const own = addonSchemas.find((schema) => schema.key === key)?.timeLimit;
    const { seconds, secondsPerMinute } = this.#timeLimit ?? own ?? TIME_LIMIT;
    return Math.round((seconds + (this.#duration / 60) * secondsPerMinute) * 1000);
  }

  /** Leaves an idle worker to the next job. Terminates a busy one, and anything the browser's models do for it. */
  end(): void {
    this.#worker?.release();
    this.#worker = null;
  }
}
