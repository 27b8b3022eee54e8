import { askAbout } from '../../client/api/ask-in-page.ts';
import { keepAwake } from '../../client/live/keep-awake.ts';
import { type LiveConnection, openLive } from '../../client/live/open-live.ts';
import { holdShownText } from '../../client/live/shown-text-lock.ts';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import type { LiveMessage } from '../../contract/live/live-message.ts';
import { onChannelMessage } from '../../contract/realms/channel.ts';
import { utterancesOf } from '../../document/runs/live-transcript.ts';
import { meansNoRoom } from '../../lib/errors/msg.ts';
import { messageOf } from '../parts/message-of.ts';
import { shownMessage } from '../texts/shown-message.ts';
import { LiveCapture } from './live-capture.svelte.ts';
import { LiveEdits } from './live-edits.svelte.ts';
import { keepLiveSettings, type LiveSettings, liveSettings, sourcesOf } from './live-settings.ts';
import { LiveWords } from './live-words.svelte.ts';
import { sessionRequest } from './session-request.ts';

/** How long the last words are waited for: the job recognises all of the sound once more. */
const LAST_WORDS_MS = 5_000;

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

/** A live session of this page, from its start to its end. */
export class LiveState {
  phase = $state<'idle' | 'asking' | 'running' | 'paused' | 'stopping'>('idle');
  readonly settings = $state<LiveSettings>(liveSettings());
  capture = $state.raw(new LiveCapture());
  words = $state.raw(new LiveWords(this.settings));
  edits = $state.raw(new LiveEdits(this));
  /** A message of the session, such as that text comes later. */
  notice = $state<string | null>(null);
  error = $state<string | null>(null);
  /** Parts of results that answer questions about what was said until then, oldest first. */
  answers = $state.raw<readonly object[]>([]);

  /** The notice says that sound cannot be stored: it holds until some is. */
  #hasNoRoom = false;
  readonly #options: () => SubmitOptions;
  readonly #finished: (jobId: string) => void;
  #connection: LiveConnection | null = null;
  /** Resolves once the session is open. */
  #opening: Promise<LiveConnection> | null = null;
  #ended = new AbortController();

  /** @param finished called with the job's id once a session has ended */
  constructor(options: () => SubmitOptions, finished: (jobId: string) => void) {
    this.#options = options;
    this.#finished = finished;
  }

  get isOpen(): boolean {
    return this.phase !== 'idle';
  }

  /** Call at a click: the browser asks for what is to be captured. */
  async start(): Promise<void> {
    if (this.isOpen) return;
    keepLiveSettings($state.snapshot(this.settings));
    this.#begin();
    try {
      // A session whose sources are lost can go on with another device.
      const sampleRate = await this.capture.open(this.settings, () => void this.pause());
      this.phase = 'running';
      this.#watch();
      this.#opening = this.#openSession(sampleRate);
      const connection = await this.#opening;
      this.#connection = connection;
      this.capture.sendTo(connection);
      this.edits.keep(connection.id, (error) => this.#fail(error));
      this.#follow(connection);
    } catch (error) {
      await this.#end();
      this.#fail(error);
    }
  }

  async #openSession(sampleRate: number): Promise<LiveConnection> {
    const { translateInto } = this.settings;
    const sound = { sampleRate, channels: sourcesOf(this.settings).length };
    return openLive(await sessionRequest(this.#options(), { ...sound, translateInto }), {
      onMessage: (message) => this.#take(message),
      onProblem: (problem) => {
        this.notice = shownMessage(problem);
        this.#hasNoRoom = meansNoRoom(problem);
      },
      signal: this.#ended.signal,
    });
  }

  async pause(): Promise<void> {
    if (this.phase !== 'running') return;
    this.phase = 'paused';
    await this.capture.pause();
  }

  /** Resumes, with another device where the last one is gone or another was chosen. */
  async resume(): Promise<void> {
    if (this.phase !== 'paused') return;
    try {
      await this.capture.resume(this.settings);
      this.phase = 'running';
      this.error = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Changes the microphone, or other settings, while it runs. */
  async change(settings: Partial<LiveSettings>): Promise<void> {
    Object.assign(this.settings, settings);
    keepLiveSettings($state.snapshot(this.settings));
    if (this.phase !== 'running') return;
    try {
      await this.capture.change(this.settings);
      this.error = null;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Answers a question from what was said so far; throws AppError. */
  async ask(question: string): Promise<void> {
    const { signal } = this.#ended;
    const answer = await askAbout(question, utterancesOf(this.words.lines), signal);
    if (!signal.aborted) this.answers = [...this.answers, answer];
  }

  /** The session becomes a job with its text and edits. If these cannot be stored, it is paused, with an error. */
  async stop(): Promise<void> {
    if (this.phase !== 'running' && this.phase !== 'paused') return;
    this.phase = 'stopping';
    await this.capture.pause();
    try {
      await this.#opening;
      await this.edits.flush();
    } catch (error) {
      if (this.#connection) this.phase = 'paused';
      this.#fail(error);
      return;
    }
    await this.capture.close();
    // Edits made until the last words come are stored at once. `#follow` handles the end.
    this.#hurryLater();
    await this.#connection?.stop().catch(() => undefined);
  }

  #hurryLater(): void {
    const connection = this.#connection;
    const hurry = setTimeout(() => void connection?.stop(true).catch(() => undefined), LAST_WORDS_MS);
    this.#ended.signal.addEventListener('abort', () => clearTimeout(hurry), { once: true });
  }

  /** Ends without a job: the interrupted recording is offered at the next visit, with its edits. */
  async leave(): Promise<void> {
    await this.edits.flush().catch(console.warn);
    if (this.isOpen) await this.#end();
  }

  /** Ends with the session, whichever client ended it. */
  #follow(connection: LiveConnection): void {
    // Another connection, or none: this page itself has left the session.
    const isCurrent = () => connection === this.#connection;
    connection.ended.then(
      async () => {
        if (!isCurrent()) return;
        await this.edits.flush().catch(console.warn);
        await this.#end();
        this.#finished(connection.id);
      },
      async (error: unknown) => {
        if (!isCurrent()) return;
        await this.#end();
        this.#fail(error);
      },
    );
  }

  #begin(): void {
    this.phase = 'asking';
    this.capture = new LiveCapture();
    this.words = new LiveWords(this.settings);
    this.edits = new LiveEdits(this);
    this.answers = [];
    this.error = this.notice = null;
    this.#ended = new AbortController();
  }

  /** Everything that lasts as long as sound is captured. */
  #watch(): void {
    const { signal } = this.#ended;
    keepAwake(signal);
    holdShownText(signal);
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    onChannelMessage((message) => {
      if (message.type === 'live-text-wanted') this.words.publish();
    }, signal);
  }

  #take(message: LiveMessage): void {
    this.words.take(message);
    if (message.type === 'audio_chunk' && message.acknowledged && this.#hasNoRoom) {
      this.#hasNoRoom = false;
      this.notice = null;
    }
    if (message.type === 'pace') this.notice = paceText(message.data.pace);
    // The session has reached its longest duration, or another client has ended it.
    if (message.type === 'stop_recording' && (this.phase === 'running' || this.phase === 'paused')) {
      this.phase = 'stopping';
      void this.capture.close();
      this.#hurryLater();
    }
  }

  #fail(error: unknown): void {
    this.error = messageOf(error);
  }

  async #end(): Promise<void> {
    this.#ended.abort();
    this.edits.end();
    const connection = this.#connection;
    this.#connection = this.#opening = null;
    await this.capture.close();
    connection?.close();
    this.phase = 'idle';
    this.words.end();
  }
}
