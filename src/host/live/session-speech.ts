import { soundEventsConfig } from '../../addons/sound_events/schema.ts';
import type { LiveContent, LiveMessage } from '../../contract/live/live-message.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { LiveText } from '../../engine/asr/live-recogniser.ts';
import { decodePcm } from '../../engine/audio/decoders/pcm-decoder.ts';
import { joinBytes } from '../../lib/bytes/byte-source.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import type { LiveSpeech } from '../../realms/live/page/open-live-speech.ts';
import type { LiveUpdate } from '../../realms/live/shared/api.ts';
import type { LiveSessionRecord } from '../../storage/live/live-store.ts';
import { transcriptOf } from './live-texts.ts';
import { type SoundFormat, soundFormat } from './sound-format.ts';
import { spelled } from './spelled.ts';
import type { StartSpeech } from './start-speech.ts';

interface SpeechHooks {
  start: StartSpeech;
  send(content: LiveContent): void;
  /** @param unrecognised whether nothing more is recognised */
  sendFault(text: Message, unrecognised?: boolean): void;
  /** Called with each utterance that has ended. */
  onFinal(id: string, utterance: Utterance): void;
  /** Called with the sound that is recognised, in order: samples (±1) of each channel, and the second of the session at which they begin. */
  onSound(channels: Float32Array[], time: number): void;
}

/** The speech of a live session: takes its sound, frame by frame, and sends what was recognised in it. */
export class SessionSpeech {
  readonly #session: LiveSessionRecord;
  readonly #format: SoundFormat;
  readonly #hooks: SpeechHooks;
  #speech: LiveSpeech | null = null;
  #starting: Promise<void> | null = null;
  /** Sound that came before the model was chosen. */
  #early: Uint8Array[] = [];
  /** The first bytes of a frame whose others have not come. */
  #cut: Uint8Array = new Uint8Array(0);
  readonly #utterances: Utterance[];
  readonly #place: { time: number; utterance: number; language: string | null };
  /** The utterance of each channel that has not ended. */
  readonly #open = new Map<number, LiveText>();
  #pushedSeconds = 0;
  #isOver = false;

  /**
   * @param sent what the session has sent, in an earlier page
   * @param time second of the session at which this page goes on
   */
  constructor(session: LiveSessionRecord, sent: readonly LiveMessage[], time: number, hooks: SpeechHooks) {
    this.#session = session;
    this.#format = soundFormat(session.params);
    this.#hooks = hooks;
    const finals = sent.flatMap((one) => (one.type === 'transcript' && one.data.is_final ? [one.data] : []));
    this.#utterances = finals.map(({ utterance }) => utterance);
    const numbers = finals.map(({ id }) => Number(id.split('_')[1]) + 1);
    const [language = null] = session.params.language_config.languages;
    // Another page may have sent one more, which has not ended.
    const open = sent.length > 0 ? 1 : 0;
    this.#place = { time, utterance: Math.max(0, ...numbers) + open, language };
  }

  /** Utterances that have ended, in order. */
  get utterances(): Utterance[] {
    return this.#utterances.toSorted((one, other) => one.start - other.start);
  }

  /** Second of the session up to which its sound was given to recognition. */
  get until(): number {
    return this.#place.time + this.#pushedSeconds;
  }

  start(): void {
    this.#starting ??= this.#start();
  }

  push(bytes: Uint8Array): void {
    // Whether the model is chosen or not: what came first is recognised first.
    if (this.#speech && this.#early.length === 0) this.#push(bytes);
    else if (this.#starting) this.#early.push(bytes);
  }

  /**
   * Resolves when the last words have come, recognition has failed, or `hurry` resolves. An utterance that has not
   * ended then has the text that was sent.
   */
  async finish(hurry: Promise<void>): Promise<void> {
    let isFinished = false;
    const finishing = async () => {
      await this.#starting;
      await this.#speech?.finish();
      isFinished = true;
    };
    try {
      await Promise.race([finishing(), hurry]);
    } catch (error) {
      this.#reportLost(error);
    }
    for (const [channel, { settled, unsettled, ...text }] of this.#open)
      this.#take({
        type: 'text',
        channel,
        text: { ...text, settled: [...settled, ...unsettled], unsettled: [], isFinal: true },
      });
    if (!isFinished) this.end();
  }

  /** Gives up at once: nothing more is sent. */
  end(): void {
    this.#isOver = true;
    this.#speech?.end();
  }

  async #start(): Promise<void> {
    try {
      const started = await this.#hooks.start(this.#session, (update) => this.#take(update));
      if (this.#isOver) {
        if (!('missing' in started)) endQuietly(started.speech);
      } else if ('missing' in started) {
        this.#hooks.sendFault(
          started.isDrafted
            ? msg`The sound is stored, and its text is written after the session. ${started.missing} English is written at once if it is chosen.`
            : msg`Nothing is recognised live. ${started.missing} The sound is stored, and is transcribed as soon as a model is installed.`,
          true,
        );
      } else {
        this.#speech = started.speech;
        if (started.note) this.#hooks.sendFault(started.note);
        started.speech.ready.catch((error: unknown) => this.#reportLost(error));
      }
    } catch (error) {
      this.#reportLost(error);
    }
    const early = this.#early;
    this.#early = [];
    for (const bytes of early) this.#push(bytes);
  }

  #reportLost(error: unknown): void {
    // A worker that was ended on purpose rejects as well.
    if (this.#isOver) return;
    console.error(error);
    this.#hooks.sendFault(
      msg`Live recognition failed: ${toAppError(error).whole} The sound is stored, and is transcribed after the session.`,
      true,
    );
  }

  #push(bytes: Uint8Array): void {
    if (!this.#speech) return;
    const all = this.#cut.length > 0 ? joinBytes([this.#cut, bytes]) : bytes;
    const { frameBytes, pcm, channels, sampleRate } = this.#format;
    const whole = all.length - (all.length % frameBytes);
    this.#cut = all.slice(whole);
    if (whole === 0) return;
    const sound = decodePcm(all.slice(0, whole), pcm, channels);
    this.#hooks.onSound(sound, this.until);
    this.#pushedSeconds += whole / frameBytes / sampleRate;
    this.#speech.push(sound);
  }

  #takeSound({ id, sound, isOver }: Extract<LiveUpdate, { type: 'sound' }>): void {
    const { kinds, min_confidence } =
      this.#session.params.realtime_processing.sound_events_config ?? soundEventsConfig.parse({});
    const kind = kinds.find((one) => one === sound.kind);
    if (!kind || sound.confidence < min_confidence) return;
    const start = roundSeconds(sound.start + this.#place.time);
    const end = roundSeconds(sound.end + this.#place.time);
    const confidence = Math.round(sound.confidence * 1000) / 1000;
    this.#hooks.send({
      type: 'sound_event',
      data: { id: `${this.#place.time}_${id}`, kind, start, end, confidence, is_final: isOver },
    });
  }

  #take(update: LiveUpdate): void {
    if (this.#isOver) return;
    if (update.type === 'text') {
      if (update.text.isFinal) this.#open.delete(update.channel);
      else this.#open.set(update.channel, update.text);
      const { custom_spelling, custom_spelling_config } = this.#session.params.realtime_processing;
      const text = spelled(update.text, custom_spelling ? custom_spelling_config : undefined);
      const message = transcriptOf(text, update.channel, this.#place);
      if (!message) return;
      const { id, is_final, utterance } = message.data;
      if (is_final) this.#utterances.push(utterance);
      this.#hooks.send(message);
      if (is_final) this.#hooks.onFinal(id, utterance);
    } else if (update.type === 'sound') {
      this.#takeSound(update);
    } else if (update.type === 'pace') {
      const { pace, lagSeconds } = update;
      this.#hooks.send({ type: 'pace', data: { pace, lag: Math.max(0, lagSeconds) } });
    } else {
      const time = update.time + this.#place.time;
      this.#hooks.send({
        type: update.type === 'speech-start' ? 'speech_start' : 'speech_end',
        data: { time, channel: update.channel },
      });
    }
  }
}

/** Ends a recogniser that nobody waits for: that its model was still loading is no fault. */
function endQuietly(speech: LiveSpeech): void {
  speech.ready.catch(() => undefined);
  speech.end();
}
