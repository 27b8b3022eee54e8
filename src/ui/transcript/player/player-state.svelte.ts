import { messageOf } from '../../parts/message-of.ts';

export const PLAYBACK_RATES = [0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const STORED_RATE = 'earshot-rate';
const STORED_SKIPS = 'earshot-skip-silences';
/** Seconds that are played after a word and before the next one where the silence between them is skipped. */
const [AFTER_WORD, BEFORE_WORD] = [0.3, 0.25];
/** Seconds to go back where playing goes on after a pause, to repeat the words before. */
const BACK_UP = 1.5;

const storedRate = () =>
  PLAYBACK_RATES.find((rate) => String(rate) === localStorage.getItem(STORED_RATE)) ?? 1;

/** Stretches of the recording in order, in seconds; one of them may be the current one. */
export interface WaveformMarks {
  list: readonly { id: string; start: number; end: number }[];
  current: string | null;
  /** Takes the edge that was dragged. */
  onmove: (id: string, times: { start?: number; end?: number }) => void;
}

/** Plays one recording. The audio, which may be a gigabyte, is fetched on first use. */
export class PlayerState {
  phase = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  playing = $state(false);
  /** Seconds. */
  time = $state(0);
  rate = $state<number>(storedRate());
  /** Whether long silences are skipped. */
  skipsSilences = $state(localStorage.getItem(STORED_SKIPS) === 'true');
  duration = $state(0);
  error = $state<string | null>(null);
  /** Whether the recording has a picture, which `element` shows wherever it is put. */
  hasPicture = $state(false);
  /** Whether a part is played again and again. */
  looping = $state(false);
  /** Stretches on the waveform whose edges can be dragged. */
  marks = $state.raw<WaveformMarks | null>(null);

  /** Also plays sound alone. */
  readonly #audio = document.createElement('video');
  readonly fetchAudio: () => Promise<Blob>;
  readonly #signal: AbortSignal;
  #loading: Promise<boolean> | null = null;
  /** Whether it was paused where it is, so that going on backs up. */
  #paused = false;
  /** The silence at a time, in seconds; null where words are near. */
  #silenceAt: (time: number) => { start: number; end: number } | null = () => null;
  /** Seconds where playing ends or begins again. */
  #span: { start: number; end: number; loop: boolean } | null = null;

  /** `duration` in seconds, from the job: recordings made by browsers do not state it. */
  constructor(fetchAudio: () => Promise<Blob>, duration: number, signal: AbortSignal) {
    this.fetchAudio = fetchAudio;
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
    audio.playsInline = true;
    audio.preservesPitch = true;
    this.#offerMediaKeys();
    signal.addEventListener('abort', () => this.#release(), { once: true });
  }

  get element(): HTMLVideoElement {
    return this.#audio;
  }

  async toggle(): Promise<void> {
    if (this.playing) this.pause();
    else await this.play();
  }

  /** Loads the recording, so that its picture is seen; a failure is reported when somebody plays it. */
  async prepare(): Promise<void> {
    if (!(await this.#load())) this.error = null;
  }

  /** Plays on, from a little before the place where it was paused. */
  async play(): Promise<void> {
    if (this.playing || !(await this.#load())) return;
    if (this.#paused) this.#audio.currentTime = Math.max(0, this.#audio.currentTime - BACK_UP);
    await this.#play();
  }

  pause(): void {
    this.#paused = this.playing;
    this.#audio.pause();
  }

  /** Plays from one time to another, in seconds; with `loop` again and again. */
  async playSpan(start: number, end: number, loop = false): Promise<void> {
    await this.seek(start, true);
    this.#span = { start, end, loop };
    this.looping = loop;
  }

  /** Plays a part again and again, or ends that; goes on at the same place. */
  async toggleLoop(part: { start: number; end: number } | null): Promise<void> {
    if (this.looping) await this.seek(this.time, this.playing);
    else if (part) await this.playSpan(part.start, part.end, true);
  }

  async seek(seconds: number, play = false): Promise<void> {
    this.#paused = false;
    this.#span = null;
    this.looping = false;
    this.time = Math.min(Math.max(0, seconds), this.duration);
    const wanted = this.time;
    if (!(await this.#load())) return;
    this.#audio.currentTime = wanted;
    if (play) await this.#play();
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.#audio.playbackRate = rate;
    localStorage.setItem(STORED_RATE, String(rate));
  }

  /** Takes where the recording is silent, which `skipsSilences` skips. */
  knowSilences(silenceAt: (time: number) => { start: number; end: number } | null): void {
    this.#silenceAt = silenceAt;
  }

  toggleSkipping(): void {
    this.skipsSilences = !this.skipsSilences;
    localStorage.setItem(STORED_SKIPS, String(this.skipsSilences));
  }

  /** The next slower or faster rate. */
  changeRate(direction: 1 | -1): void {
    const at = PLAYBACK_RATES.findIndex((rate) => rate >= this.rate);
    this.setRate(PLAYBACK_RATES[at + direction] ?? this.rate);
  }

  #load(): Promise<boolean> {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  async #loadNow(): Promise<boolean> {
    this.phase = 'loading';
    this.error = null;
    try {
      const blob = await this.fetchAudio();
      if (this.#signal.aborted) return false;
      await this.#open(URL.createObjectURL(blob));
      this.hasPicture = this.#audio.videoWidth > 0;
      this.phase = 'ready';
      return true;
    } catch (error) {
      this.error = typeof error === 'string' ? error : messageOf(error);
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
      if (!(error instanceof Error && error.name === 'AbortError')) this.error = messageOf(error);
    }
  }

  /** The element reports its time four times a second; words are shorter. */
  #follow(): void {
    if (!this.playing || this.#signal.aborted) return;
    if (!this.#audio.seeking) this.time = this.#audio.currentTime;
    const span = this.#span;
    if (span && this.time >= span.end) {
      if (span.loop) this.#audio.currentTime = span.start;
      else {
        this.#span = null;
        this.#audio.pause();
      }
    } else if (!span && this.skipsSilences) this.#skipSilence();
    requestAnimationFrame(() => this.#follow());
  }

  #skipSilence(): void {
    const silence = this.#audio.seeking ? null : this.#silenceAt(this.time);
    if (!silence || this.time < silence.start + AFTER_WORD) return;
    const to = silence.end - BEFORE_WORD;
    // Players that seek to a frame a little earlier must not be sent there again.
    if (to - this.time > BEFORE_WORD) this.#audio.currentTime = to;
  }

  /** The keys of the keyboard and of headphones that play and skip. */
  #offerMediaKeys(): void {
    const session: MediaSession | undefined = navigator.mediaSession;
    if (!session) return;
    const actions: [MediaSessionAction, () => void][] = [
      ['play', () => void this.play()],
      ['pause', () => this.pause()],
      ['seekbackward', () => void this.seek(this.time - 5, this.playing)],
      ['seekforward', () => void this.seek(this.time + 5, this.playing)],
    ];
    for (const [action, act] of actions) session.setActionHandler(action, act);
    const forget = () => {
      for (const [action] of actions) session.setActionHandler(action, null);
    };
    this.#signal.addEventListener('abort', forget, { once: true });
  }

  #release(): void {
    this.#audio.pause();
    if (this.#audio.src) URL.revokeObjectURL(this.#audio.src);
    this.#audio.removeAttribute('src');
    this.#audio.load();
  }
}
