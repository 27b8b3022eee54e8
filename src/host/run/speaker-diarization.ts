import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { ChannelTurn, SpeakerLimits } from '../../engine/diarization/find-speakers.ts';
import type { WindowSpeakers } from '../../engine/diarization/window-speakers.ts';
import { type AppError, toAppError } from '../../lib/errors.ts';
import type { DiarizationWorkerApi, LoadedDiarizer } from '../../realms/diarization/api.ts';
import { returnDiarizationWorker, takeDiarizationWorker } from '../../realms/diarization/spawn.ts';
import { isUnforeseen } from '../../realms/is-unforeseen.ts';
import { PATIENCE, PaceLimit, type Patience } from '../../realms/watchdog.ts';
import type { WorkerHandle } from '../../realms/worker-handle.ts';

/** Who spoke when in the whole recording, or why that could not be determined. */
export type DiarizationOutcome =
  | { success: true; turns: ChannelTurn[]; seconds: number; loaded: LoadedDiarizer }
  | { success: false; error: AppError; seconds: number };

/** Workers that may fail before they start, because the service worker that answers for their scripts is ended just then. */
const MOST_FALSE_STARTS = 3;

/**
 * Diarizes in a worker of its own, in parallel with recognition. Whatever happens there, the transcript is not
 * affected. A worker that crashes or shows no progress is replaced once; after that, and after any other failure, it
 * does nothing more.
 */
export class SpeakerDiarization {
  readonly #signal: AbortSignal;
  readonly #limits: SpeakerLimits;
  #worker: WorkerHandle<DiarizationWorkerApi> | null;
  #loading: Promise<LoadedDiarizer | null>;
  #error: AppError | null = null;
  #seconds = 0;
  /** Windows are analysed one after the other, so that each has its own time. */
  #last: Promise<unknown> = Promise.resolve();
  #isReplaced = false;
  #falseStarts = 0;
  readonly #patience: Patience;
  readonly #pace: PaceLimit;

  private constructor(request: RequestParams, signal: AbortSignal, patience: Patience) {
    this.#signal = signal;
    this.#limits = speakerLimits(request);
    this.#patience = patience;
    this.#pace = new PaceLimit(patience);
    this.#worker = takeDiarizationWorker();
    this.#loading = this.#attempt(
      () => patience.firstMs,
      (api) => api.load(),
    );
  }

  /** Starts loading the models; null if the request does not ask for diarization. */
  static start(
    request: RequestParams,
    signal: AbortSignal,
    patience: Patience = PATIENCE,
  ): SpeakerDiarization | null {
    return request.diarization ? new SpeakerDiarization(request, signal, patience) : null;
  }

  /**
   * Analyses a window, after those before it; undefined if diarization has failed. Never rejects.
   *
   * @param known what an earlier run found in it; reused if the models are the same
   */
  async hear(window: SpeechWindow, known?: WindowSpeakers): Promise<WindowSpeakers | undefined> {
    if (known) {
      const loaded = await this.#loading;
      if (!loaded || loaded.models === known.models) return known;
    }
    const turn = this.#last.then(async () => {
      const startedAt = performance.now();
      const heard = await this.#attempt(
        () => this.#pace.limitMs,
        (api) => api.diarize(window),
      );
      if (heard) this.#pace.note(performance.now() - startedAt);
      return heard ?? undefined;
    });
    this.#last = turn;
    return turn;
  }

  /** Call after the last window. Throws only AbortError, when the job's signal aborts. */
  async finish(windows: readonly WindowTranscript[]): Promise<DiarizationOutcome> {
    const loaded = await this.#loading;
    const heard = windows.flatMap(({ channel, speakers }) => (speakers ? [{ channel, speakers }] : []));
    const startedAt = performance.now();
    const turns = await this.#attempt(
      () => this.#patience.firstMs,
      (api) => api.findSpeakers(heard, this.#limits),
    );
    this.#signal.throwIfAborted();
    this.#seconds = heard.reduce((sum, { speakers }) => sum + speakers.seconds, 0);
    this.#seconds += (performance.now() - startedAt) / 1000;
    if (loaded && turns && !this.#error) {
      this.#giveBack();
      return { success: true, turns, loaded, seconds: this.#seconds };
    }
    return { success: false, error: this.#error ?? toAppError(null), seconds: this.#seconds };
  }

  /** Cancels unfinished work. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #giveBack(): void {
    if (this.#worker) returnDiarizationWorker(this.#worker);
    this.#worker = null;
  }

  /** Calls the worker, and once a new one if it crashes or hangs; null after any other failure. */
  async #attempt<T>(
    limitMs: () => number,
    call: (api: Parameters<Parameters<WorkerHandle<DiarizationWorkerApi>['call']>[0]>[0]) => Promise<T>,
  ): Promise<T | null> {
    const worker = this.#worker;
    if (!worker) return null;
    try {
      const watch = { what: 'Finding the speakers', limitMs: limitMs() };
      return (await worker.watchedCall(watch, call, this.#signal)) as T;
    } catch (error) {
      // Another call may have replaced it already.
      const isFalseStart = !worker.hasStarted && this.#falseStarts < MOST_FALSE_STARTS;
      const mayReplace = worker !== this.#worker || !this.#isReplaced || isFalseStart;
      if (isUnforeseen(error, this.#signal) && this.#worker && mayReplace) {
        console.error(error);
        if (worker === this.#worker) {
          if (isFalseStart) this.#falseStarts += 1;
          else this.#isReplaced = true;
          worker.terminate();
          this.#worker = takeDiarizationWorker();
          this.#pace.renew();
        }
        return this.#attempt(limitMs, call);
      }
      this.#error ??= toAppError(error);
      this.end();
      return null;
    }
  }
}

function speakerLimits({ diarization_config: config }: RequestParams): SpeakerLimits {
  const { number_of_speakers: exact, min_speakers: least, max_speakers: most } = config ?? {};
  return { exact: exact ?? null, least: least ?? 0, most: most || null };
}
