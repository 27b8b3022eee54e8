import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { ChannelTurn, SpeakerLimits } from '../../engine/diarization/find-speakers.ts';
import type { WindowSpeakers } from '../../engine/diarization/window-speakers.ts';
import { type AppError, toAppError } from '../../lib/errors.ts';
import type { DiarizationWorkerApi, LoadedDiarizer } from '../../realms/diarization/api.ts';
import { returnDiarizationWorker, takeDiarizationWorker } from '../../realms/diarization/spawn.ts';
import type { WorkerHandle } from '../../realms/worker-handle.ts';

/** Who spoke when over a whole recording, or why that could not be told. */
export type DiarizationOutcome =
  | { success: true; turns: ChannelTurn[]; seconds: number; loaded: LoadedDiarizer }
  | { success: false; error: AppError; seconds: number };

/**
 * Tells speakers apart in a worker of its own: it runs beside recognition, and whatever happens to it, the transcript
 * is not touched. After the first failure it does nothing more.
 */
export class SpeakerDiarization {
  readonly #signal: AbortSignal;
  readonly #limits: SpeakerLimits;
  #worker: WorkerHandle<DiarizationWorkerApi> | null;
  #loading: Promise<LoadedDiarizer | null>;
  #error: AppError | null = null;
  #seconds = 0;

  private constructor(request: RequestParams, signal: AbortSignal) {
    this.#signal = signal;
    this.#limits = speakerLimits(request);
    this.#worker = takeDiarizationWorker();
    this.#loading = this.#attempt((api) => api.load());
  }

  /** Starts to load what is needed; null where the request does not ask for speakers. */
  static start(request: RequestParams, signal: AbortSignal): SpeakerDiarization | null {
    return request.diarization ? new SpeakerDiarization(request, signal) : null;
  }

  /**
   * Listens to a window, whose sound is copied at once; undefined where diarization has failed. Never rejects.
   *
   * @param known what an earlier run heard in it: good where the models are still the same
   */
  async hear(window: SpeechWindow, known?: WindowSpeakers): Promise<WindowSpeakers | undefined> {
    if (known) {
      const loaded = await this.#loading;
      if (!loaded || loaded.models === known.models) return known;
    }
    return (await this.#attempt((api) => api.diarize(window))) ?? undefined;
  }

  /** After the last window. Throws AbortError when the job's signal aborts, and nothing else. */
  async finish(windows: readonly WindowTranscript[]): Promise<DiarizationOutcome> {
    const loaded = await this.#loading;
    const heard = windows.flatMap(({ channel, speakers }) => (speakers ? [{ channel, speakers }] : []));
    const startedAt = performance.now();
    const turns = await this.#attempt((api) => api.findSpeakers(heard, this.#limits));
    this.#signal.throwIfAborted();
    this.#seconds = heard.reduce((sum, { speakers }) => sum + speakers.seconds, 0);
    this.#seconds += (performance.now() - startedAt) / 1000;
    if (loaded && turns && !this.#error) {
      this.#giveBack();
      return { success: true, turns, loaded, seconds: this.#seconds };
    }
    return { success: false, error: this.#error ?? toAppError(null), seconds: this.#seconds };
  }

  /** Ends what is not finished. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #giveBack(): void {
    if (this.#worker) returnDiarizationWorker(this.#worker);
    this.#worker = null;
  }

  /** One call of the worker; null once anything has failed. */
  async #attempt<T>(
    call: (api: Parameters<Parameters<WorkerHandle<DiarizationWorkerApi>['call']>[0]>[0]) => Promise<T>,
  ): Promise<T | null> {
    if (!this.#worker) return null;
    try {
      return (await this.#worker.call(call, this.#signal)) as T;
    } catch (error) {
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
