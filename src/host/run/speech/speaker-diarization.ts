import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { ChannelTurn, ChannelWindow, SpeakerLimits } from '../../../engine/diarization/find-speakers.ts';
import type { FollowedWindow } from '../../../engine/diarization/sortformer/sortformer-diarizer.ts';
import type { StreamState } from '../../../engine/diarization/sortformer/stream-state.ts';
import type { SureStretch } from '../../../engine/diarization/stretches/sureness.ts';
import type { SpeakerVoice } from '../../../engine/diarization/voices/speaker-voices.ts';
import type { WindowSpeakers } from '../../../engine/diarization/window-speakers.ts';
import { AppError, toAppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { diarizationWorkers } from '../../../realms/diarization/page/spawn.ts';
import type {
  DiarizationWorkerApi,
  LoadedDiarizer,
  NamedTurns,
  SoundStretch,
} from '../../../realms/diarization/shared/api.ts';
import type { SupervisedWorker, Supervisor } from '../../../realms/every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../../realms/every-worker/page/worker-handle.ts';

/** Who spoke when in the whole recording, or why that could not be determined. */
export type DiarizationOutcome =
  | {
      success: true;
      turns: ChannelTurn[];
      /** How sure that is; absent if it is not known. */
      sureness?: SureStretch[] | undefined;
      voices: SpeakerVoice[];
      /** The speakers that each known voice is; absent if none was given. */
      known?: { name: string; speakers: number[] }[] | undefined;
      /** Why a known voice could not be compared; null if all were. */
      fault?: AppError | null | undefined;
      seconds: number;
      loaded: LoadedDiarizer;
    }
  | { success: false; error: AppError; seconds: number };

/** A known voice: the windows of its sample, or why that could not be read. */
export interface VoiceSample {
  name: string;
  windows: ChannelWindow[];
  fault: AppError | null;
}

const WHAT = 'Finding the speakers';

/**
 * Diarizes in a worker of its own, beside recognition, which it never affects: after a failure it does nothing more.
 */
export class SpeakerDiarization {
  readonly #signal: AbortSignal;
  readonly #limits: SpeakerLimits;
  readonly #worker: SupervisedWorker<DiarizationWorkerApi, LoadedDiarizer>;
  readonly #loading: Promise<LoadedDiarizer | null>;
  #error: AppError | null = null;
  /** By channel, where the diarizer follows each from window to window. Here, so that a new worker can go on. */
  readonly #states = new Map<number, StreamState>();
  /** Windows are analysed one after the other, so that each has its own time. */
  #last: Promise<unknown> = Promise.resolve();

  /** Starts loading the models. */
  constructor(
    request: RequestParams,
    signal: AbortSignal,
    workers: Supervisor<DiarizationWorkerApi> = diarizationWorkers,
  ) {
    this.#signal = signal;
    this.#limits = speakerLimits(request);
    this.#worker = workers.take({
      ready: (worker) => worker.watchedCall(this.#unhurried(), (api) => api.load()),
    });
    this.#loading = this.#attempt(async (_, loaded) => loaded);
  }

  /** Null if the request does not ask for diarization. */
  static start(
    request: RequestParams,
    signal: AbortSignal,
    workers?: Supervisor<DiarizationWorkerApi>,
  ): SpeakerDiarization | null {
    return request.diarization ? new SpeakerDiarization(request, signal, workers) : null;
  }

  /** Analyses a window, in order, or reuses `known` of the same models; undefined after a failure. Never rejects. */
  async recognise(window: SpeechWindow, known?: WindowSpeakers): Promise<WindowSpeakers | undefined> {
    const turn = this.#last.then(() => this.#recognise(window, known));
    this.#last = turn;
    return turn;
  }

  /** The same for sound that is captured now. */
  async recogniseSound(sound: SoundStretch): Promise<WindowSpeakers | undefined> {
    const turn = this.#last.then(() =>
      this.#advance(sound.channel, (worker, before) =>
        worker.watchedCall(this.#watch, (api) => api.diarizeSound(sound, before)),
      ),
    );
    this.#last = turn;
    return turn;
  }

  /** The same for a window that is no part of the recording. */
  async recogniseAlone(window: SpeechWindow): Promise<WindowSpeakers | undefined> {
    const turn = this.#last.then(() =>
      this.#attempt((worker) => worker.watchedCall(this.#watch, (api) => api.diarize(window, null, true))),
    );
    this.#last = turn;
    const found = await turn;
    if (!found) return undefined;
    const { next: _, ...speakers } = found;
    return speakers;
  }

  /**
   * Call after the last window, with samples of the known voices. Throws only AbortError, when the job's signal aborts.
   */
  async finish(
    windows: readonly WindowTranscript[],
    samples: readonly VoiceSample[] = [],
  ): Promise<DiarizationOutcome> {
    const loaded = await this.#loading;
    const recognised = windows.flatMap(({ channel, speakers }) => (speakers ? [{ channel, speakers }] : []));
    const startedAt = performance.now();
    const known = samples.map((sample) => sample.windows);
    const found = await this.#attempt((worker) =>
      worker.watchedCall(this.#unhurried(), (api) =>
        api.findSpeakers(recognised, this.#limits, { samples: known, open: [...this.#states.values()] }),
      ),
    );
    this.#signal.throwIfAborted();
    const grouping = (performance.now() - startedAt) / 1000;
    const seconds = recognised.reduce((sum, { speakers }) => sum + speakers.seconds, grouping);
    if (!loaded || !found || this.#error) {
      return { success: false, error: this.#error ?? toAppError(null), seconds };
    }
    this.#worker.release();
    const { turns, voices, sureness } = found;
    return { success: true, turns, sureness, voices, ...namesOf(samples, found), loaded, seconds };
  }

  /**
   * Who spoke when in these windows; more may follow. Null after a failure. `voicesOf` gives the remembered voices that
   * the models can compare.
   */
  async soFar(
    windows: readonly ChannelWindow[],
    voicesOf: (loaded: LoadedDiarizer) => Promise<readonly Float32Array[]>,
  ): Promise<Pick<NamedTurns, 'turns' | 'remembered'> | null> {
    return this.#attempt(async (worker, loaded) => {
      const voices = await voicesOf(loaded);
      return worker.watchedCall(this.#watch, (api) =>
        api.findSpeakers(windows, this.#limits, {
          open: [...this.#states.values()],
          remembered: voices,
        }),
      );
    });
  }

  /** Cancels unfinished work. */
  end(): void {
    this.#worker.end();
  }

  async #recognise(window: SpeechWindow, known?: WindowSpeakers): Promise<WindowSpeakers | undefined> {
    const { channel } = window;
    const before = this.#states.get(channel) ?? null;
    if (known) {
      const loaded = await this.#loading;
      if (!loaded || (loaded.models === known.models && known.stream === undefined)) return known;
      const { stream } = known;
      const next =
        stream !== undefined && loaded.models === known.models
          ? await this.#attempt((worker) =>
              worker.watchedCall(this.#watch, (api) => api.follow(window, stream, before)),
            )
          : null;
      if (next) {
        this.#states.set(channel, next);
        return known;
      }
    }
    return this.#advance(channel, (worker) =>
      worker.watchedCall(this.#watch, (api) => api.diarize(window, before)),
    );
  }

  /** Goes on in a channel. */
  async #advance(
    channel: number,
    diarize: (
      worker: WorkerHandle<DiarizationWorkerApi>,
      before: StreamState | null,
    ) => Promise<FollowedWindow>,
  ): Promise<WindowSpeakers | undefined> {
    const before = this.#states.get(channel) ?? null;
    const found = await this.#attempt((worker) => diarize(worker, before));
    if (!found) return undefined;
    const { next, ...speakers } = found;
    if (next) this.#states.set(channel, next);
    return speakers;
  }

  get #watch() {
    return { what: WHAT, pace: this.#worker.pace };
  }

  /** Loading and grouping happen once. */
  #unhurried = () => ({ what: WHAT, limitMs: this.#worker.pace.patience.firstMs });

  /** Null after a failure. */
  async #attempt<T>(
    work: (worker: WorkerHandle<DiarizationWorkerApi>, loaded: LoadedDiarizer) => Promise<T>,
  ): Promise<T | null> {
    if (this.#error) return null;
    try {
      return await this.#worker.run(work, this.#signal);
    } catch (error) {
      this.#error ??= toAppError(error);
      this.end();
      return null;
    }
  }
}

/** Speakers by the names of the samples; nothing if there are none. */
function namesOf(samples: readonly VoiceSample[], { known, silent }: NamedTurns) {
  if (samples.length === 0) return {};
  const [mute] = silent;
  return {
    known: samples.map(({ name }, at) => ({
      name,
      speakers: known.flatMap((sample, speaker) => (sample === at ? [speaker] : [])),
    })),
    fault:
      samples.find(({ fault }) => fault)?.fault ??
      (mute === undefined
        ? null
        : new AppError(
            'unprocessable_audio',
            msg`known_speakers.${mute} has no voice that could be compared.`,
          )),
  };
}

function speakerLimits({ diarization_config: config }: RequestParams): SpeakerLimits {
  const { number_of_speakers: exact, min_speakers: least, max_speakers: most } = config ?? {};
  return { exact: exact ?? null, least: least ?? 0, most: most || null };
}
