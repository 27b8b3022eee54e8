import { toAppError } from '../../lib/errors.ts';

export const PLAYBACK_RATES = [0.75, 1, 1.25, 1.5, 2] as const;

/** Plays one recording. The audio, which may be a gigabyte, is fetched on first use. */
export class PlayerState {
  phase = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  playing = $state(false);
  /** Seconds. */
  time = $state(0);
  rate = $state(1);
  duration = $state(0);
  error = $state<string | null>(null);

  readonly #audio = new Audio();
  readonly #fetchAudio: () => Promise<Blob>;
  readonly #signal: AbortSignal;
  #loading: Promise<boolean> | null = null;

  /** `duration` in seconds, from the job: recordings made by browsers do not state it. */
  constructor(fetchAudio: () => Promise<Blob>, duration: number, signal: AbortSignal) {
    this.#fetchAudio = fetchAudio;
    this.duration = duration;
    this.#signal = signal;
    const audio = this.#audio;
    const on = (type: string, react: () => void) => audio.addEventListener(type, react, { signal });
    on('play', () => {
      this.playing = true;
      this.#follow();
    });
    on('pause', () => {
      this.playing = false;
    });
    on('seeked', () => {
      this.time = audio.currentTime;
    });
    on('durationchange', () => {
      if (Number.isFinite(audio.duration)) this.duration = audio.duration;
    });
    signal.addEventListener('abort', () => this.#release(), { once: true });
  }

  async toggle(): Promise<void> {
    if (this.playing) {
      this.#audio.pause();
      return;
    }
    if (await this.#load()) await this.#play();
  }

  /** Seeks to a time in seconds and optionally starts playing. */
  async seek(seconds: number, play = false): Promise<void> {
    this.time = Math.min(Math.max(0, seconds), this.duration);
    const wanted = this.time;
    if (!(await this.#load())) return;
    this.#audio.currentTime = wanted;
    if (play) await this.#play();
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.#audio.playbackRate = rate;
  }

  #load(): Promise<boolean> {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  async #loadNow(): Promise<boolean> {
    this.phase = 'loading';
    this.error = null;
    try {
      const blob = await this.#fetchAudio();
      if (this.#signal.aborted) return false;
      await this.#open(URL.createObjectURL(blob));
      this.phase = 'ready';
      return true;
    } catch (error) {
      this.error = typeof error === 'string' ? error : toAppError(error).message;
      this.phase = 'failed';
      this.#loading = null;
      return false;
    }
  }

  #open(url: string): Promise<void> {
    const audio = this.#audio;
    return new Promise((resolve, reject) => {
      const once = { once: true, signal: this.#signal };
      audio.addEventListener('loadedmetadata', () => resolve(), once);
      audio.addEventListener(
        'error',
        () => reject('This browser cannot play this type of recording. The transcript is still complete.'),
        once,
      );
      audio.src = url;
      audio.playbackRate = this.rate;
      audio.defaultPlaybackRate = this.rate;
    });
  }

  async #play(): Promise<void> {
    try {
      await this.#audio.play();
    } catch (error) {
      // A pause before the first sound is not a failure.
      if (!(error instanceof Error && error.name === 'AbortError')) this.error = toAppError(error).message;
    }
  }

  /** The element reports its time four times a second; words are shorter. */
  #follow(): void {
    if (!this.playing || this.#signal.aborted) return;
    if (!this.#audio.seeking) this.time = this.#audio.currentTime;
    requestAnimationFrame(() => this.#follow());
  }

  #release(): void {
    this.#audio.pause();
    if (this.#audio.src) URL.revokeObjectURL(this.#audio.src);
    this.#audio.removeAttribute('src');
    this.#audio.load();
  }
}
