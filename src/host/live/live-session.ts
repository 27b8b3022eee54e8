import {
  isWanted,
  type LiveContent,
  type LiveMessage,
  liveAction,
} from '../../contract/live/live-message.ts';
import type { LiveToHost, LiveToSocket } from '../../contract/realms/live-connection.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { decodePcm } from '../../engine/audio/decoders/pcm-decoder.ts';
import { fromBase64 } from '../../lib/bytes/base64.ts';
import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { inEnglish, type Message, msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import type { LiveSpeech } from '../../realms/live/page/open-live-speech.ts';
import type { LiveUpdate } from '../../realms/live/shared/api.ts';
import type { LiveSessionRecord } from '../../storage/live/live-store.ts';
import { addLiveMessages } from '../../storage/live/live-store.ts';
import type { ArrivalRecord } from '../../storage/recordings/arrival-store.ts';
import { becomeJob } from './become-job.ts';
import { transcriptOf } from './live-texts.ts';
import { type SoundFormat, soundFormat } from './sound-format.ts';
import { type FrameRange, SoundKeeper } from './sound-keeper.ts';
import { spelled } from './spelled.ts';
import type { StartSpeech } from './start-speech.ts';

/** Close codes: those from 4400 to 4499 tell clients not to come back. */
export const CLOSED = { done: 1000, failed: 1011, replaced: 4409, unknown: 4404 } as const;

/** The longest session: then it is stopped, as if its client had said so. */
const MOST_SECONDS = 24 * 3_600;
/** What the header of a WAVE file can say. */
const MOST_BYTES = 0xffff_ff00;
/** After a recording that found no room was stopped. */
const STORE_AGAIN_MS = 3_000;
/** A frame that no client sends. */
const MOST_FRAME_BYTES = 64 * 1024 * 1024;

interface Parts {
  session: LiveSessionRecord;
  arrival: ArrivalRecord;
  /** What the session has sent, in an earlier page. */
  sent: readonly LiveMessage[];
  startSpeech: StartSpeech;
  /** Sends a message to the session's callback. */
  callBack(message: LiveMessage): void;
  /** Resolves with the messages of what follows, one by one, until the job has ended or waits. */
  afterwards(session: LiveSessionRecord): AsyncIterable<LiveContent>;
  /** The seconds of sound that the settings allow; null for any. */
  mostSeconds: number | null;
}

/** A live session in the page that serves it. */
export class LiveSession {
  readonly id: string;
  readonly #parts: Parts;
  readonly #format: SoundFormat;
  readonly #keeper: SoundKeeper;
  #port: MessagePort | null = null;
  /** Byte of the session at which the next frame of the socket begins. */
  #next = 0;
  /** What found no socket. */
  #waiting: string[] = [];
  /** Messages stored so far, and the work that stores them. */
  #kept: number;
  #keeping: Promise<void> = Promise.resolve();
  #speech: LiveSpeech | null = null;
  #starting: Promise<void> | null = null;
  /** Sound that came before the model was chosen. */
  #early: Uint8Array[] = [];
  /** The first bytes of a frame whose others have not come. */
  #cut: Uint8Array = new Uint8Array(0);
  readonly #utterances: Utterance[];
  readonly #place: { time: number; utterance: number; language: string | null };
  #pushedSeconds = 0;
  #spokenUntil = 0;
  #stopping: Promise<void> | null = null;
  #isOver = false;

  constructor(parts: Parts) {
    const { session, arrival, sent } = parts;
    this.id = session.id;
    this.#parts = parts;
    this.#format = soundFormat(session.params);
    this.#keeper = new SoundKeeper(arrival, this.#format, {
      onStored: (range) => this.#acknowledge(range),
      onSound: (bytes) => this.#hear(bytes),
      onFault: (fault) => {
        if (fault) this.#tellFault(fault.whole);
      },
    });
    this.#next = this.#keeper.received;
    this.#kept = sent.length;
    const finals = sent.flatMap((one) => (one.type === 'transcript' && one.data.is_final ? [one.data] : []));
    this.#utterances = finals.map(({ utterance }) => utterance);
    const numbers = finals.map(({ id }) => Number(id.split('_')[1]) + 1);
    const [language] = session.params.language_config.languages;
    this.#place = {
      time: this.#keeper.stored / this.#format.bytesPerSecond,
      utterance: Math.max(0, ...numbers),
      language: language ?? null,
    };
  }

  get arrival(): ArrivalRecord {
    return this.#keeper.record;
  }

  /** Whether it has ended: no socket may come to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isConnected(): boolean {
    return this.#port !== null;
  }

  /** Begins, or goes on in this page. */
  start(): void {
    if (this.#kept === 0) {
      this.#tell({ type: 'start_session' });
      this.#tell({ type: 'start_recording' });
    }
    this.#starting ??= this.#startSpeech();
  }

  async #startSpeech(): Promise<void> {
    const { session, startSpeech } = this.#parts;
    try {
      const started = await startSpeech(session, (update) => this.#take(update));
      if ('missing' in started) {
        this.#tellFault(
          msg`Nothing is recognised live. ${started.missing} The sound is stored, and is transcribed as soon as a model is installed.`,
        );
      } else {
        this.#speech = started.speech;
        started.speech.ready.catch((error: unknown) => this.#tellLostSpeech(error));
      }
    } catch (error) {
      this.#tellLostSpeech(error);
    }
    const early = this.#early;
    this.#early = [];
    for (const bytes of early) this.#push(bytes);
  }

  #tellLostSpeech(error: unknown): void {
    console.error(error);
    this.#tellFault(
      msg`Live recognition failed: ${toAppError(error).whole} The sound is stored, and is transcribed after the session.`,
    );
  }

  /** Gives the session a socket, in place of the one that it has. */
  attach(port: MessagePort, acknowledged: number | null): void {
    if (this.#port) this.detach(CLOSED.replaced, 'The session was opened again.');
    this.#port = port;
    this.#next = Math.min(acknowledged ?? this.#keeper.received, this.#keeper.received);
    port.onmessage = ({ data }: MessageEvent<LiveToHost>) => this.#receive(port, data);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const data of waiting) this.#post({ data });
  }

  /** Takes the socket away. */
  detach(code: number, reason: string): void {
    this.#post({ close: code, reason });
    if (this.#port) this.#port.onmessage = null;
    this.#port?.close();
    this.#port = null;
    if (!this.#isOver) this.onAlone?.();
  }

  /** The page that had this socket is gone. */
  lose(port: MessagePort): void {
    if (port === this.#port) this.detach(CLOSED.failed, '');
  }

  /** Told when it has lost its socket and goes on. */
  onAlone: (() => void) | null = null;

  #receive(port: MessagePort, message: LiveToHost): void {
    if (port !== this.#port) return;
    if ('close' in message) {
      this.detach(message.close, message.reason);
      if (message.close === CLOSED.done) void this.stop();
      return;
    }
    const { data } = message;
    if (typeof data === 'string') {
      this.#act(data);
      this.#post({ taken: new TextEncoder().encode(data).length });
    } else {
      this.#takeSound(data);
      this.#post({ taken: data.length });
    }
  }

  #act(text: string): void {
    const action = liveAction.safeParse(parsed(text));
    if (!action.success) {
      this.#tell({ type: 'error', error: { message: inEnglish(NO_ACTION) }, texts: [NO_ACTION] });
    } else if (action.data.type === 'stop_recording') void this.stop();
    else this.#takeSound(fromBase64(action.data.data.chunk));
  }

  #takeSound(bytes: Uint8Array<ArrayBuffer>): void {
    const refuse = (reason: Message) =>
      this.#tell({
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
    const most = Math.min(this.#parts.mostSeconds ?? MOST_SECONDS, MOST_SECONDS);
    if (this.#keeper.seconds < most && this.#keeper.received < MOST_BYTES) return;
    this.#tellFault(msg`The session has reached its longest duration, and was stopped. Open another one.`);
    void this.stop();
  }

  #acknowledge({ from, to }: FrameRange): void {
    const { bytesPerSecond } = this.#format;
    this.#tell({
      type: 'audio_chunk',
      acknowledged: true,
      error: null,
      data: { byte_range: [from, to], time_range: [from / bytesPerSecond, to / bytesPerSecond] },
    });
  }

  #hear(bytes: Uint8Array): void {
    // Whether the model is chosen or not: what came first is recognised first.
    if (this.#speech && this.#early.length === 0) this.#push(bytes);
    else if (this.#starting) this.#early.push(bytes);
  }

  #push(bytes: Uint8Array): void {
    if (!this.#speech) return;
    const all = this.#cut.length > 0 ? joinBytes([this.#cut, bytes]) : bytes;
    const { frameBytes, pcm, channels, sampleRate } = this.#format;
    const whole = all.length - (all.length % frameBytes);
    this.#cut = all.slice(whole);
    if (whole === 0) return;
    this.#pushedSeconds += whole / frameBytes / sampleRate;
    this.#speech.push(decodePcm(all.slice(0, whole), pcm, channels));
  }

  #take(update: LiveUpdate): void {
    if (this.#isOver) return;
    if (update.type === 'text') {
      const { custom_spelling, custom_spelling_config } = this.#parts.session.params.realtime_processing;
      const text = spelled(update.text, custom_spelling ? custom_spelling_config : undefined);
      const told = transcriptOf(text, update.channel, this.#place);
      if (!told) return;
      this.#spokenUntil = Math.max(this.#spokenUntil, told.data.utterance.end);
      if (told.data.is_final) this.#utterances.push(told.data.utterance);
      this.#tell(told);
      if (told.data.is_final) this.onFinal?.(told.data.id, told.data.utterance);
    } else if (update.type === 'pace') {
      const { pace, lagSeconds } = update;
      this.#tell({ type: 'pace', data: { pace, lag: Math.max(0, lagSeconds) } });
    } else {
      const time = update.time + this.#place.time;
      this.#tell({
        type: update.type === 'speech-start' ? 'speech_start' : 'speech_end',
        data: { time, channel: update.channel },
      });
    }
  }

  /** Told each utterance that has ended. */
  onFinal: ((id: string, utterance: Utterance) => void) | null = null;
  /** Resolves when what was made of the utterances has come. */
  settled: () => Promise<void> = async () => undefined;

  /** Ends the recording: the last words come, and the session becomes a job. Resolves once all is sent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const duration = this.#keeper.seconds;
    this.#tell({
      type: 'stop_recording',
      acknowledged: true,
      error: null,
      data: {
        recording_duration: duration,
        recording_left_to_process: Math.max(0, duration - this.#place.time - this.#pushedSeconds),
      },
    });
    await this.#storeAll();
    await this.#starting;
    try {
      await this.#speech?.finish();
    } catch (error) {
      this.#tellLostSpeech(error);
    }
    await this.settled().catch(console.error);
    this.#tell({ type: 'end_recording', data: { recording_duration: duration } });
    await this.#keeping;
    const { session } = this.#parts;
    try {
      await becomeJob(session, this.#keeper.record, this.#format, inOrder(this.#utterances));
      for await (const content of this.#parts.afterwards(session)) this.#tell(content);
    } catch (error) {
      this.#tellFault(toAppError(error).whole);
      await this.#end(CLOSED.failed, 'The session could not be stored as a job.');
      return;
    }
    this.#tell({ type: 'end_session' });
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
    await this.#keeping;
    this.#isOver = true;
    this.detach(code, reason);
    this.onEnd?.();
  }

  /** Told when it has ended, or was left. */
  onEnd: (() => void) | null = null;

  /** Leaves the session: its sound stays, and is offered as an interrupted recording; a socket may still come back. */
  async leave(): Promise<void> {
    if (this.#stopping) return;
    await this.#keeper.flush().catch(console.warn);
    this.#speech?.end();
    await this.#keeping;
    this.#isOver = true;
    this.detach(CLOSED.failed, 'The session is not served any more.');
    this.onEnd?.();
  }

  /** Ends what was deleted. */
  discard(): void {
    this.#speech?.end();
    this.#isOver = true;
    this.detach(CLOSED.unknown, 'The session was deleted.');
    this.onEnd?.();
  }

  #tellFault(text: Message): void {
    this.#tell({ type: 'error', error: { message: inEnglish(text) }, texts: [text] });
  }

  /** Sends a message, made by another part, too. */
  tell(content: LiveContent): void {
    this.#tell(content);
  }

  #tell(content: LiveContent): void {
    const message: LiveMessage = {
      session_id: this.id,
      created_at: new Date().toISOString(),
      ...content,
    };
    const data = JSON.stringify(message);
    const isPassing =
      message.type === 'audio_chunk' || (message.type === 'transcript' && !message.data.is_final);
    if (isWanted(content, this.#parts.session.params.messages_config)) {
      if (this.#port) this.#post({ data });
      // An acknowledgment that nobody got is made again for the bytes that come again.
      else if (!isPassing) this.#waiting.push(data);
    }
    this.#parts.callBack(message);
    if (isPassing) return;
    const at = this.#kept++;
    this.#keeping = this.#keeping.then(() => addLiveMessages(this.id, at, [data])).catch(console.warn);
  }

  #post(message: LiveToSocket): void {
    this.#port?.postMessage(message);
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

const inOrder = (utterances: readonly Utterance[]) =>
  utterances.toSorted((one, other) => one.start - other.start);
