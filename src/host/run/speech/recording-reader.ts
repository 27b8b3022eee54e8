import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { lendDecoder } from '../../../realms/audio/page/lend-decoder.ts';
import { audioWorkers } from '../../../realms/audio/page/spawn.ts';
import type {
  AudioDescription,
  AudioSummary,
  AudioWorkerApi,
  WindowingOptions,
} from '../../../realms/audio/shared/api.ts';
import type { SupervisedWorker, Supervisor } from '../../../realms/every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../../realms/every-worker/page/worker-handle.ts';
import { lendBytes } from '../../../realms/every-worker/shared/lend-bytes.ts';

type Worker = WorkerHandle<AudioWorkerApi>;

const POLL_MS = 1_000;
const OPENING_FACTOR = 2;

export interface ReaderSurroundings {
  workers: Supervisor<AudioWorkerApi>;
  pollMs: number;
}

const REAL: ReaderSurroundings = { workers: audioWorkers, pollMs: POLL_MS };

/**
 * Reads a recording's windows from an audio worker. If that is replaced, the new one decodes from the start, because only that yields
 * the same windows, and skips those already read. Calls must not overlap.
 */
export class RecordingReader {
  readonly #worker: SupervisedWorker<AudioWorkerApi, AudioDescription>;
  #read = 0;
  #onPosition: (position: number) => void = () => undefined;

  private constructor(
    private readonly audio: ByteSource,
    private readonly options: WindowingOptions,
    private readonly signal: AbortSignal,
    private readonly around: ReaderSurroundings,
  ) {
    this.#worker = around.workers.take({
      ready: async (worker, isOtherWay) => {
        const description = await this.#open(worker, isOtherWay);
        for (let skipped = 0; skipped < this.#read; skipped++) await this.#next(worker);
        return description;
      },
    });
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
      const description = await reader.#worker.run(async (_, description) => description, signal);
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
  async next(onPosition: (position: number) => void): Promise<SpeechWindow | null> {
    this.#onPosition = onPosition;
    const window = await this.#worker.run((worker) => this.#next(worker), this.signal);
    this.#read++;
    return window;
  }

  /** Call after the last window. */
  summary(): Promise<AudioSummary> {
    const watch = { what: 'Decoding', pace: this.#worker.pace };
    return this.#worker.run((worker) => worker.watchedCall(watch, (api) => api.summary()), this.signal);
  }

  /** Closes the recording, after its last window, and keeps the worker for the next one. */
  async close(): Promise<void> {
    await this.#worker.ask('Closing the recording', (api) => api.close(), this.signal);
    this.#worker.release();
  }

  /** Ends the worker, which may still be busy, unless the recording was closed. */
  end(): void {
    this.#worker.end();
  }

  #open(worker: Worker, isOtherWay: boolean): Promise<AudioDescription> {
    const { audio } = this;
    const options = isOtherWay ? { ...this.options, withoutWebCodecs: true } : this.options;
    // A worker that was kept may have ended without a word.
    const limitMs = OPENING_FACTOR * this.#worker.pace.patience.leastMs;
    return worker.watchedCall({ what: 'Opening the recording', limitMs }, (api, alive) => {
      const read = lendBytes({
        size: audio.size,
        read: (start, end) => {
          alive();
          return audio.read(start, end);
        },
      });
      return api.open(audio.size, read, options, lendDecoder());
    });
  }

  async #next(worker: Worker): Promise<SpeechWindow | null> {
    let last = -1;
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      return await worker.watchedCall({ what: 'Decoding', pace: this.#worker.pace }, (api, alive) => {
        const poll = async () => {
          const position = await worker.call((other) => other.position());
          if (position > last) alive();
          last = position;
          this.#onPosition(position);
        };
        timer = setInterval(() => void poll().catch(() => undefined), this.around.pollMs);
        return api.nextWindow();
      });
    } finally {
      clearInterval(timer);
    }
  }
}
