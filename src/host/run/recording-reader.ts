import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { ByteSource } from '../../lib/byte-source.ts';
import type {
  AudioDescription,
  AudioSummary,
  AudioWorkerApi,
  WindowingOptions,
} from '../../realms/audio/api.ts';
import { lendDecoder } from '../../realms/audio/lend-decoder.ts';
import { keepAudioWorker, takeAudioWorker } from '../../realms/audio/spawn.ts';
import { isUnforeseen } from '../../realms/is-unforeseen.ts';
import { lendBytes } from '../../realms/lend-bytes.ts';
import { PATIENCE, PaceLimit, type Patience } from '../../realms/watchdog.ts';
import type { WorkerHandle } from '../../realms/worker-handle.ts';

type Worker = WorkerHandle<AudioWorkerApi>;

/** How each further worker decodes: the same way once more, then without WebCodecs. */
const RESCUES: readonly Pick<WindowingOptions, 'withoutWebCodecs'>[] = [{}, { withoutWebCodecs: true }];

const POLL_MS = 1_000;
const OPENING_FACTOR = 2;

export interface ReaderSurroundings {
  /** A worker for one recording, and what becomes of it when it has closed the recording. */
  take: () => Worker;
  keep: (worker: Worker) => void;
  patience: Patience;
  pollMs: number;
}

const REAL: ReaderSurroundings = {
  take: takeAudioWorker,
  keep: keepAudioWorker,
  patience: PATIENCE,
  pollMs: POLL_MS,
};

/**
 * Reads a recording's windows from an audio worker. One that crashes, or shows no progress for too long, is replaced:
 * a new one decodes from the start, because only that yields the same windows, and skips those already read. Calls must
 * not overlap.
 */
export class RecordingReader {
  #worker: Worker;
  #read = 0;
  #rescues = 0;
  #isClosed = false;
  readonly #pace: PaceLimit;

  private constructor(
    private readonly audio: ByteSource,
    private readonly options: WindowingOptions,
    private readonly signal: AbortSignal,
    private readonly around: ReaderSurroundings,
  ) {
    this.#worker = around.take();
    this.#pace = new PaceLimit(around.patience);
  }

  /** Throws AppError, or AbortError when the signal aborts. */
  static async open(
    audio: ByteSource,
    options: WindowingOptions,
    signal: AbortSignal,
    around: ReaderSurroundings = REAL,
  ): Promise<{ reader: RecordingReader; description: AudioDescription }> {
    const reader = new RecordingReader(audio, options, signal, around);
    try {
      const description = await reader.#rescued(
        () => reader.#open(options),
        async (description) => description,
      );
      return { reader, description };
    } catch (error) {
      reader.end();
      throw error;
    }
  }

  /**
   * The next window in order; null at the end of the file.
   *
   * @param onPosition receives the position of decoding in seconds while there is no window, as in silence
   */
  next(onPosition: (position: number) => void): Promise<SpeechWindow | null> {
    return this.#rescued(
      () => this.#next(onPosition),
      () => this.#catchUp(onPosition),
    ).then((window) => {
      this.#read++;
      return window;
    });
  }

  /** Call after the last window. */
  summary(): Promise<AudioSummary> {
    const summary = () =>
      this.#worker.watchedCall(
        { what: 'Decoding', limitMs: this.#pace.limitMs },
        (api) => api.summary(),
        this.signal,
      );
    return this.#rescued(summary, async () => {
      // Known only after everything was decoded once more.
      while ((await this.#next(() => undefined)) !== null);
      return summary();
    });
  }

  /** Closes the recording, after its last window, and keeps the worker for the next one. */
  async close(): Promise<void> {
    const worker = this.#worker;
    try {
      await worker.watchedCall(
        { what: 'Closing the recording', limitMs: this.#pace.limitMs },
        (api) => api.close(),
        this.signal,
      );
    } catch (error) {
      if (!isUnforeseen(error, this.signal)) throw error;
      // Everything was read; the next recording gets another worker.
      console.error(error);
      return;
    }
    this.#isClosed = true;
    this.around.keep(worker);
  }

  /** Ends the worker, which may still be busy, unless the recording was closed. */
  end(): void {
    if (!this.#isClosed) this.#worker.terminate();
  }

  async #open(options: WindowingOptions): Promise<AudioDescription> {
    const { audio, signal, around } = this;
    return this.#worker.watchedCall(
      // A worker that was kept may have ended without a word.
      { what: 'Opening the recording', limitMs: OPENING_FACTOR * around.patience.leastMs },
      (api, alive) => {
        const read = lendBytes({
          size: audio.size,
          read: (start, end) => {
            alive();
            return audio.read(start, end);
          },
        });
        return api.open(audio.size, read, options, lendDecoder());
      },
      signal,
    );
  }

  async #next(onPosition: (position: number) => void): Promise<SpeechWindow | null> {
    const startedAt = performance.now();
    let last = -1;
    let movedAt = startedAt;
    let longestPause = 0;
    const worker = this.#worker;
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const window = await worker.watchedCall(
        { what: 'Decoding', limitMs: this.#pace.limitMs },
        (api, alive) => {
          const poll = async () => {
            const position = await worker.call((other) => other.position());
            if (position > last) {
              alive();
              longestPause = Math.max(longestPause, performance.now() - movedAt);
              movedAt = performance.now();
            }
            last = position;
            onPosition(position);
          };
          timer = setInterval(() => void poll().catch(() => undefined), this.around.pollMs);
          return api.nextWindow();
        },
        this.signal,
      );
      this.#pace.note(Math.max(longestPause, performance.now() - movedAt));
      return window;
    } finally {
      clearInterval(timer);
    }
  }

  /** The window that was wanted when the worker failed, read by a new worker from the start. */
  async #catchUp(onPosition: (position: number) => void): Promise<SpeechWindow | null> {
    for (let skipped = 0; skipped < this.#read; skipped++) {
      if ((await this.#next(onPosition)) === null) return null;
    }
    return this.#next(onPosition);
  }

  /** Works; after a crash or a hang, opens the recording in a new worker and goes on there. */
  async #rescued<T>(work: () => Promise<T>, goOn: (description: AudioDescription) => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isUnforeseen(error, this.signal)) throw error;
      const rescue = RESCUES[this.#rescues++];
      if (!rescue) throw error;
      console.error(error);
      this.#worker.terminate();
      this.#worker = this.around.take();
      this.#pace.renew();
      return this.#rescued(async () => goOn(await this.#open({ ...this.options, ...rescue })), goOn);
    }
  }
}
