import { type LiveContent, type LiveMessage, liveAction } from '../../contract/live/live-message.ts';
import type { LiveToHost } from '../../contract/realms/live-connection.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { fromBase64 } from '../../lib/bytes/base64.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { inEnglish, type Message, msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { type LiveSessionRecord, noteStopped } from '../../storage/live/live-store.ts';
import type { ArrivalRecord } from '../../storage/recordings/arrival-store.ts';
import { becomeJob } from './become-job.ts';
import { SessionMessages } from './session-messages.ts';
import { SessionSpeech } from './session-speech.ts';
import { type SoundFormat, soundFormat } from './sound-format.ts';
import { type FrameRange, SoundKeeper } from './sound-keeper.ts';
import type { StartSpeech } from './start-speech.ts';

/** Close codes: those from 4400 to 4499 ask clients not to come back. */
export const CLOSED = { done: 1000, failed: 1011, replaced: 4409, unknown: 4404 } as const;

/** The longest session: then it is stopped, as if its client had said so. */
const MOST_SECONDS = 24 * 3_600;
/** What the header of a WAVE file can say. */
const MOST_BYTES = 0xffff_ff00;
/** After a recording that found no room was stopped. */
const STORE_AGAIN_MS = 3_000;
/** A frame that no client sends. */
const MOST_FRAME_BYTES = 64 * 1024 * 1024;

interface SessionState {
  session: LiveSessionRecord;
  arrival: ArrivalRecord;
  /** Messages that the session has sent, in an earlier page. */
  sent: readonly LiveMessage[];
  /** The seconds of sound that the settings allow; null for any. */
  mostSeconds: number | null;
}

/** What a session needs of the page around it, and what it calls when something happens. */
export interface SessionHooks {
  startSpeech: StartSpeech;
  /** Called with each message, whether a socket gets it or not. */
  onMessage?(message: LiveMessage): void;
  /** Called with each utterance that has ended, and the id of its `transcript` messages. */
  onFinal?(id: string, utterance: Utterance): void;
  /** Called with the samples (±1) of each channel that are recognised, and the second of the session at which they begin. */
  onSound?(channels: Float32Array[], time: number): void;
  /** Called with whether recognition follows the sound at once. */
  onPace?(isFull: boolean): void;
  /** Resolves when all results for the utterances have been sent. */
  settled?(): Promise<void>;
  /** Yields the messages of the job, one by one, until it has ended or waits. */
  afterwards?(session: LiveSessionRecord): AsyncIterable<LiveContent>;
  /** Called when the session has lost its socket and goes on. */
  onDisconnect?(): void;
  /** Called when the session has ended. */
  onEnd?(): void;
}

/** A live session in the page that serves it. */
export class LiveSession {
  readonly id: string;
  readonly #state: SessionState;
  readonly #hooks: SessionHooks;
  readonly #format: SoundFormat;
  readonly #keeper: SoundKeeper;
  /** Byte of the session at which the next frame of the socket begins. */
  #next = 0;
  readonly #messages: SessionMessages;
  readonly #speech: SessionSpeech;
  #stopping: Promise<void> | null = null;
  /** Ends the waiting for the last words. */
  #hurry: () => void = () => undefined;
  readonly #hurried = new Promise<void>((resolve) => {
    this.#hurry = resolve;
  });
  #isOver = false;

  constructor(state: SessionState, hooks: SessionHooks) {
    const { session, arrival, sent } = state;
    this.id = session.id;
    this.#state = state;
    this.#hooks = hooks;
    this.#format = soundFormat(session.params);
    this.#keeper = new SoundKeeper(arrival, this.#format, {
      onStored: (range) => this.#acknowledge(range),
      onSound: (bytes) => this.#speech.push(bytes),
      onFault: (fault) => {
        if (fault) this.#messages.sendFault(fault.whole);
      },
    });
    this.#next = this.#keeper.received;
    this.#messages = new SessionMessages(session, sent.length, (message) => hooks.onMessage?.(message));
    this.#speech = new SessionSpeech(session, sent, this.#keeper.stored / this.#format.bytesPerSecond, {
      start: hooks.startSpeech,
      send: (content) => this.send(content),
      sendFault: (fault, unrecognised) => this.#messages.sendFault(fault, unrecognised),
      onFinal: (id, utterance) => hooks.onFinal?.(id, utterance),
      onSound: (channels, time) => hooks.onSound?.(channels, time),
    });
  }

  get arrival(): ArrivalRecord {
    return this.#keeper.record;
  }

  /** Whether it has ended: no socket may come to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isConnected(): boolean {
    return this.#messages.port !== null;
  }

  /** Begins, or goes on in this page. */
  start(): void {
    if (this.#messages.isNew) {
      this.send({ type: 'start_session' });
      this.send({ type: 'start_recording' });
    }
    this.#speech.start();
  }

  /** Sends a message. */
  send(content: LiveContent): void {
    if (content.type === 'pace') this.#hooks.onPace?.(content.data.pace === 'full');
    this.#messages.send(content);
  }

  /** Gives the session a socket, in place of its present one. */
  attach(port: MessagePort, acknowledged: number | null): void {
    if (this.isConnected) this.detach(CLOSED.replaced, 'The session was opened again.');
    this.#next = Math.min(acknowledged ?? this.#keeper.received, this.#keeper.received);
    port.onmessage = ({ data }: MessageEvent<LiveToHost>) => this.#receive(port, data);
    this.#messages.attach(port);
  }

  /** Takes the socket away. */
  detach(code: number, reason: string): void {
    this.#messages.detach(code, reason);
    if (!this.#isOver) this.#hooks.onDisconnect?.();
  }

  /** The page that had this socket is gone. */
  lose(port: MessagePort): void {
    if (port === this.#messages.port) this.detach(CLOSED.failed, '');
  }

  #receive(port: MessagePort, message: LiveToHost): void {
    if (port !== this.#messages.port) return;
    if ('close' in message) {
      this.detach(message.close, message.reason);
      if (message.close === CLOSED.done) void this.stop();
      return;
    }
    const { data } = message;
    if (typeof data === 'string') {
      this.#act(data);
      this.#messages.post({ received: new TextEncoder().encode(data).length });
    } else {
      this.#receiveSound(data);
      this.#messages.post({ received: data.length });
    }
  }

  #act(text: string): void {
    const action = liveAction.safeParse(parsed(text));
    if (!action.success) {
      this.#messages.sendFault(NO_ACTION);
    } else if (action.data.type === 'stop_recording') {
      void this.stop();
      if (action.data.at_once) this.#hurry();
    } else this.#receiveSound(fromBase64(action.data.data.chunk));
  }

  #receiveSound(bytes: Uint8Array<ArrayBuffer>): void {
    const refuse = (reason: Message) =>
      this.send({
        type: 'audio_chunk',
        acknowledged: false,
        error: { message: inEnglish(reason) },
        data: null,
      });
    if (this.#stopping) {
      refuse(msg`The recording is stopped: this sound came after it.`);
      return;
    }
    if (bytes.length > MOST_FRAME_BYTES) {
      refuse(msg`A frame may have at most ${MOST_FRAME_BYTES} bytes.`);
      return;
    }
    const from = this.#next;
    this.#next += bytes.length;
    this.#keeper.add(bytes, from);
    const most = Math.min(this.#state.mostSeconds ?? MOST_SECONDS, MOST_SECONDS);
    if (this.#keeper.seconds < most && this.#keeper.received < MOST_BYTES) return;
    this.#messages.sendFault(
      msg`The session has reached its longest duration, and was stopped. Open another one.`,
    );
    void this.stop();
  }

  #acknowledge({ from, to }: FrameRange): void {
    const { bytesPerSecond } = this.#format;
    this.send({
      type: 'audio_chunk',
      acknowledged: true,
      error: null,
      data: { byte_range: [from, to], time_range: [from / bytesPerSecond, to / bytesPerSecond] },
    });
  }

  /** Ends the recording: the last words come, and the session becomes a job. Resolves once all is sent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const duration = this.#keeper.seconds;
    await noteStopped(this.id).catch(console.info);
    this.send({
      type: 'stop_recording',
      acknowledged: true,
      error: null,
      data: {
        recording_duration: duration,
        recording_left_to_process: Math.max(0, duration - this.#speech.until),
      },
    });
    await this.#storeAll();
    await this.#speech.finish(this.#hurried);
    await Promise.race([this.#hooks.settled?.().catch(console.error), this.#hurried]);
    this.send({ type: 'end_recording', data: { recording_duration: duration } });
    await this.#messages.kept;
    const { session } = this.#state;
    try {
      await becomeJob(session, this.#keeper.record, this.#format, this.#speech.utterances);
      for await (const content of this.#hooks.afterwards?.(session) ?? []) this.send(content);
    } catch (error) {
      this.#messages.sendFault(toAppError(error).whole);
      await this.#end(CLOSED.failed, 'The session could not be stored as a job.');
      return;
    }
    this.send({ type: 'end_session' });
    await this.#end(CLOSED.done, '');
  }

  /** Without room, the page keeps the rest, and tries again until there is. */
  async #storeAll(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#keeper.flush();
        return;
      } catch {
        await waitFor(STORE_AGAIN_MS);
      }
    }
  }

  async #end(code: number, reason: string): Promise<void> {
    await this.#messages.kept;
    this.#isOver = true;
    this.detach(code, reason);
    this.#hooks.onEnd?.();
  }

  /** Ends what was deleted. */
  discard(): void {
    this.#speech.end();
    this.#isOver = true;
    this.detach(CLOSED.unknown, 'The session was deleted.');
    this.#hooks.onEnd?.();
  }
}

const NO_ACTION = msg`A text frame must be JSON with the type audio_chunk or stop_recording.`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
