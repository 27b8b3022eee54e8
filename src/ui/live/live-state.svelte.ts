import { askAbout } from '../../client/api/ask-in-page.ts';
import { type SoundBlock, SoundCapture } from '../../client/live/capture/sound-capture.ts';
import { keepAwake } from '../../client/live/keep-awake.ts';
import { keepCorrections } from '../../client/live/keep-live-text.ts';
import { LiveTranslation } from '../../client/live/live-translation.ts';
import { type LiveConnection, openLive } from '../../client/live/open-live.ts';
import { holdShownText } from '../../client/live/shown-text-lock.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import type { LiveMessage } from '../../contract/live/live-message.ts';
import { announce, listen } from '../../contract/realms/channel.ts';
import {
  CAPTION_LINES,
  type CaptionLine,
  type LineTranslation,
} from '../../contract/realms/live-captions.ts';
import {
  correctedWords,
  correctLine,
  type LiveLine,
  type LiveMark,
  liveDocuments,
  takeLiveText,
  takeSpeakers,
  textOfWords,
  utterancesOf,
} from '../../document/runs/live-transcript.ts';
import type { AppError } from '../../lib/errors/errors.ts';
import { tellsOfNoRoom } from '../../lib/errors/msg.ts';
import { messageOf } from '../parts/message-of.ts';
import { VOICE_LABELS } from '../parts/shown-speakers.ts';
import { shownMessage } from '../texts/shown-message.ts';
import { EditKeeper } from './edit-keeper.ts';
import {
  cancelsEcho,
  keepLiveSettings,
  type LiveSettings,
  liveSettings,
  sourcesOf,
} from './live-settings.ts';
import { sessionRequest } from './session-request.ts';

const FLOOR_DB = -60;
/** How long the last words are waited for: the job recognises all of the sound once more. */
const LAST_WORDS_MS = 5_000;

/** 0 at −60 dB and below, 1 at full scale. */
const shownLevel = (rms: number) => Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms + 1e-9)) / FLOOR_DB));

/** How the text follows the sound, if it does not follow at once. */
function paceText(pace: 'full' | 'longer-steps' | 'sentences'): string | null {
  switch (pace) {
    case 'full':
      return null;
    case 'longer-steps':
      return 'This device is busy: the text comes in longer steps. All sound is stored.';
    case 'sentences':
      return 'This device is busy: the text comes sentence by sentence. All sound is stored.';
  }
}

/** A live session of this page: what it captures, and what is said. */
export class LiveState {
  phase = $state<'idle' | 'asking' | 'running' | 'paused' | 'stopping'>('idle');
  settings = $state<LiveSettings>(liveSettings());
  lines = $state.raw<readonly LiveLine[]>([]);
  marks = $state<LiveMark[]>([]);
  /** Of each channel, 0 to 1. */
  levels = $state.raw<readonly number[]>([]);
  /** Seconds captured, excluding pauses. */
  elapsed = $state(0);
  /** What keeps sound from coming now. */
  problems = $state.raw<readonly string[]>([]);
  /** What the session says of itself, such as that text comes later. */
  notice = $state<string | null>(null);
  error = $state<string | null>(null);

  /** The notice says that sound cannot be stored: it holds until some is. */
  #hasNoRoom = false;

  /** Parts of results that answer questions about what was said until then, oldest first. */
  answers = $state.raw<readonly object[]>([]);

  /** Errors of translation by spoken language. */
  translationFaults = $state.raw<ReadonlyMap<string, AppError>>(new Map());

  readonly #options: () => SubmitOptions;
  readonly #finished: (jobId: string) => void;
  #capture: SoundCapture | null = null;
  #connection: LiveConnection | null = null;
  /** Resolves once the session is open. */
  #opening: Promise<LiveConnection> | null = null;
  #keeper: EditKeeper | null = null;
  #translation: LiveTranslation | null = null;
  /** Counts changes of the translation, for what shows it. */
  #translated = $state(0);
  /** Sound from before the session was open. */
  #early: Uint8Array<ArrayBuffer>[] = [];
  #frames = 0;
  #ended = new AbortController();

  /** @param finished called with the job's id once a session has ended */
  constructor(options: () => SubmitOptions, finished: (jobId: string) => void) {
    this.#options = options;
    this.#finished = finished;
  }

  /** The latest lines as pages show them that only read. */
  get captions(): readonly CaptionLine[] {
    return this.lines.slice(-CAPTION_LINES).map((line) => this.#captionOf(line));
  }

  get isOpen(): boolean {
    return this.phase !== 'idle';
  }

  /** Who says a line: the side of a conversation, or the speaker that was found; null if nobody is known. */
  nameOf({ channel, speaker }: LiveLine): string | null {
    return this.sideOf(channel) ?? (speaker && (speaker.name ?? VOICE_LABELS.speaker(speaker.speaker + 1)));
  }

  /** The name of a channel; null if there is one alone. */
  sideOf(channel: number): string | null {
    if (this.settings.source !== 'both') return null;
    return this.settings.names[channel] || (channel === 0 ? 'Me' : 'They');
  }

  /** Of a line; null if none was chosen, or it was said in that language. */
  translationOf(line: LiveLine): LineTranslation | null {
    void this.#translated;
    return this.#translation?.of(line) ?? null;
  }

  /** Call at a click: the browser asks for what is to be captured. */
  async start(): Promise<void> {
    if (this.isOpen) return;
    keepLiveSettings($state.snapshot(this.settings));
    this.#begin();
    try {
      const sources = sourcesOf(this.settings);
      const capture = await SoundCapture.open(sources, this.#microphone(), {
        onSound: (block) => this.#send(block),
        onProblems: (problems) => {
          this.problems = problems.map(shownMessage);
        },
        onLost: () => this.#pauseLost(),
      });
      this.#capture = capture;
      this.phase = 'running';
      this.#watch();
      this.#opening = this.#openSession(capture.sampleRate, sources.length);
      const connection = await this.#opening;
      this.#connection = connection;
      for (const bytes of this.#early.splice(0)) connection.send(bytes);
      this.#follow(connection);
    } catch (error) {
      await this.#end();
      this.error = messageOf(error);
    }
  }

  async #openSession(sampleRate: number, channels: number): Promise<LiveConnection> {
    const { translateInto } = this.settings;
    return openLive(await sessionRequest(this.#options(), { sampleRate, channels, translateInto }), {
      onMessage: (message) => this.#take(message),
      onProblem: (problem) => {
        this.notice = shownMessage(problem);
        this.#hasNoRoom = tellsOfNoRoom(problem);
      },
      signal: this.#ended.signal,
    });
  }

  async pause(): Promise<void> {
    if (this.phase !== 'running') return;
    this.phase = 'paused';
    await this.#capture?.pause();
    this.levels = [];
  }

  /** Goes on, with another device where the last one is gone or another was chosen. */
  async resume(): Promise<void> {
    if (this.phase !== 'paused') return;
    try {
      await this.#capture?.reopen(this.#microphone(), 'all');
      this.#capture?.resume();
      this.phase = 'running';
      this.error = null;
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  /** Takes another microphone, or other settings, while it runs. */
  async change(settings: Partial<LiveSettings>): Promise<void> {
    Object.assign(this.settings, settings);
    keepLiveSettings($state.snapshot(this.settings));
    if (this.phase !== 'running') return;
    try {
      await this.#capture?.reopen(this.#microphone(), 'microphone');
      this.error = null;
    } catch (error) {
      this.error = messageOf(error);
    }
  }

  /** Notes that this moment matters. */
  mark(): void {
    const id = (this.marks.at(-1)?.id ?? -1) + 1;
    this.marks.push({ id, seconds: this.elapsed, text: '' });
  }

  unmark(id: number): void {
    this.marks = this.marks.filter((mark) => mark.id !== id);
    // The last one may have been all that there was to keep.
    this.#keeper?.touch();
  }

  /** @param covers the number of settled words that the text stands for */
  correct(id: string, text: string, covers: number): void {
    this.lines = this.lines.map((line) => (line.id === id ? correctLine(line, text, covers) : line));
    this.#keeper?.touch();
    this.#tellText();
  }

  /** Answers a question from what was said so far; throws AppError. */
  async ask(question: string): Promise<void> {
    const { signal } = this.#ended;
    const answer = await askAbout(question, utterancesOf(this.lines), signal);
    if (!signal.aborted) this.answers = [...this.answers, answer];
  }

  /** The settled text, with who speaks. */
  asText(): string {
    return this.lines
      .map((line) => [this.nameOf(line), textOfWords(correctedWords(line))])
      .filter(([, text]) => text)
      .map(([name, text]) => (name ? `${name}: ${text}` : text))
      .join('\n');
  }

  /**
   * Ends the session, which becomes a job like any other; its text, and what a person made of it, goes along. If that cannot be stored,
   * the session is paused, and says why.
   */
  async stop(): Promise<void> {
    if (this.phase !== 'running' && this.phase !== 'paused') return;
    this.phase = 'stopping';
    await this.#capture?.pause();
    this.levels = [];
    try {
      await this.#opening;
      await this.#keeper?.flush();
    } catch (error) {
      if (this.#connection) this.phase = 'paused';
      this.error = messageOf(error);
      return;
    }
    await this.#capture?.close();
    // What is corrected while the last words come is stored at once. Its end is told where the session is followed.
    this.#hurryLater();
    await this.#connection?.stop().catch(() => undefined);
  }

  #hurryLater(): void {
    const connection = this.#connection;
    const hurry = setTimeout(() => void connection?.stop(true).catch(() => undefined), LAST_WORDS_MS);
    this.#ended.signal.addEventListener('abort', () => clearTimeout(hurry), { once: true });
  }

  /** Keeps what a person makes of the text, and ends when the session does, whoever ended it. */
  #follow(connection: LiveConnection): void {
    const keeper = new EditKeeper(
      () => keepCorrections(connection.id, this.#documents()),
      (error) => {
        this.error = messageOf(error);
      },
    );
    this.#keeper = keeper;
    const leave = $effect.root(() => {
      $effect(() => {
        void [$state.snapshot(this.marks), $state.snapshot(this.settings.names)];
        if (this.#isChanged()) keeper.touch();
      });
    });
    this.#ended.signal.addEventListener('abort', leave, { once: true });
    connection.ended.then(
      async () => {
        // Left by this page itself.
        if (connection !== this.#connection) return;
        await keeper.flush().catch(console.warn);
        await this.#end();
        this.#finished(connection.id);
      },
      async (error: unknown) => {
        if (connection !== this.#connection) return;
        await this.#end();
        this.error = messageOf(error);
      },
    );
  }

  #documents() {
    return liveDocuments(this.lines, {
      marks: $state.snapshot(this.marks),
      names: [0, 1].map((channel) => this.sideOf(channel) ?? ''),
      duration: this.elapsed,
    });
  }

  /** Ends without a job: what was captured is offered at the next visit, with what a person made of it. */
  async leave(): Promise<void> {
    await this.#keeper?.flush().catch(console.warn);
    if (this.isOpen) await this.#end();
  }

  /** Whether a person made something of it that the machine did not. */
  #isChanged(): boolean {
    return (
      this.marks.length > 0 ||
      this.settings.source === 'both' ||
      this.lines.some(({ correction }) => correction !== null)
    );
  }

  #microphone() {
    const { deviceId, noiseSuppression, autoGainControl } = this.settings;
    return { deviceId, noiseSuppression, autoGainControl, echoCancellation: cancelsEcho(this.settings) };
  }

  #begin(): void {
    this.phase = 'asking';
    this.lines = [];
    this.marks = [];
    this.answers = [];
    this.problems = [];
    this.elapsed = 0;
    this.error = this.notice = null;
    this.#early = [];
    this.#frames = 0;
    this.#ended = new AbortController();
    const { translateInto } = this.settings;
    this.#translation = translateInto && new LiveTranslation(translateInto, () => this.#showTranslation());
    this.translationFaults = new Map();
  }

  /** Everything that lasts as long as sound is captured. */
  #watch(): void {
    const { signal } = this.#ended;
    keepAwake(signal);
    holdShownText(signal);
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    listen((message) => {
      if (message.type === 'live-text-wanted') this.#tellText();
    }, signal);
  }

  #send({ samples, levels }: SoundBlock): void {
    const rate = this.#capture?.sampleRate ?? 16_000;
    this.#frames += samples.length / levels.length;
    this.elapsed = this.#frames / rate;
    this.levels = levels.map(shownLevel);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    if (this.#connection) this.#connection.send(bytes);
    else this.#early.push(bytes);
  }

  #take(message: LiveMessage): void {
    if (message.type === 'audio_chunk' && message.acknowledged && this.#hasNoRoom) {
      this.#hasNoRoom = false;
      this.notice = null;
    }
    if (message.type === 'pace') {
      this.notice = paceText(message.data.pace);
      this.#translation?.hold(message.data.pace === 'sentences');
    }
    if (message.type === 'speakers') {
      this.lines = takeSpeakers(this.lines, message.data.utterances);
      this.#tellText();
    }
    // The session has reached its longest duration, or another client has ended it.
    if (message.type === 'stop_recording' && (this.phase === 'running' || this.phase === 'paused')) {
      this.phase = 'stopping';
      this.levels = [];
      void this.#capture?.close();
      this.#hurryLater();
    }
    if (message.type !== 'transcript') return;
    this.lines = takeLiveText(this.lines, message.data);
    this.#translation?.take(this.lines);
    this.#tellText();
  }

  #showTranslation(): void {
    this.#translated += 1;
    this.translationFaults = new Map(this.#translation?.faults);
    this.#tellText();
  }

  #tellText(): void {
    announce({ type: 'live-text', lines: this.captions });
  }

  #captionOf(line: LiveLine): CaptionLine {
    return {
      id: line.id,
      name: this.nameOf(line),
      language: line.language,
      settled: textOfWords(correctedWords(line)),
      unsettled: textOfWords(line.unsettled),
      // Of words that are no longer there.
      translation: line.correction ? null : this.translationOf(line),
    };
  }

  /** No source is left: what was said is safe, and another device can go on. */
  #pauseLost(): void {
    if (this.phase !== 'running') return;
    this.phase = 'paused';
    this.levels = [];
  }

  async #end(): Promise<void> {
    this.#ended.abort();
    this.#translation?.end();
    this.#keeper?.end();
    const [capture, connection] = [this.#capture, this.#connection];
    this.#capture = this.#connection = this.#opening = this.#keeper = null;
    await capture?.close();
    connection?.close();
    this.levels = [];
    this.phase = 'idle';
    announce({ type: 'live-text', lines: [] });
  }
}
