import { PcmHistory } from '../audio/channels/pcm-history.ts';
import { LevelControl } from '../audio/levels/level-control.ts';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import type { SileroVad, VadMemory } from '../vad/silero-vad.ts';
import { SpeechSegmenter } from '../vad/speech-segmenter.ts';
import { VAD_FRAME_SAMPLES } from '../vad/vad-frame.ts';
import type { LiveRecogniser, LiveRoom, LiveText } from './live-recogniser.ts';
import { LiveUtterances } from './live-utterances.ts';

/** What a channel's sound brought; times in seconds of the session. */
export type ChannelUpdate =
  | { type: 'speech-start'; time: number }
  | { type: 'speech-end'; time: number }
  | { type: 'text'; text: LiveText };

export interface LiveChannelOptions {
  /** Seconds of silence after which an utterance ends; at least the quarter of a second by which voice activity detects it. */
  endpointing: number;
  /** Seconds after which an utterance is divided behind its last settled word. */
  longestUtterance: number;
  /** Probability above which a stretch counts as speech, 0 to 1; absent for the usual one. */
  speechThreshold?: number | undefined;
}

/** Where a channel begins, or goes on after its worker has ended. */
export interface ChannelStart {
  /** Second of the session at which the first sample is. */
  time: number;
  /** Number of the first utterance. */
  utterance: number;
  /** What is before this second has its words already. */
  settledUntil: number;
}

const samplesIn = (seconds: number) => Math.round(seconds * SAMPLE_RATE);

/** Sound kept before detected speech: detection is late for soft sounds. */
const PADDING = samplesIn(0.25);
/** Speech that is detected later does not begin before this much of the sound, with its padding. */
const LOOK_BACK = samplesIn(0.75);
/** In one go, so that the text before it is not kept waiting for longer. */
const LONGEST_STEP = samplesIn(12);

/** One channel of a session: evens the level, detects speech, and makes utterances of what a recogniser makes of it. */
export class LiveChannel {
  readonly #vad: SileroVad;
  readonly #memory: VadMemory;
  readonly #recogniser: LiveRecogniser;
  readonly #onUpdate: (update: ChannelUpdate) => void;
  readonly #utterances: LiveUtterances;
  readonly #segmenter: SpeechSegmenter;
  readonly #level = new LevelControl(true);
  readonly #audio: PcmHistory;
  /** The same as it was recorded. */
  readonly #recorded: PcmHistory;
  /** Start of the next frame for voice activity. */
  #nextFrame: number;
  /** The recogniser has the speech up to here. */
  #given: number;
  #isSpeaking = false;
  #room: LiveRoom = 'much';
  /** Start of the current pause, in which the speech may have ended. */
  #quietFrom: number | null = null;

  constructor(
    vad: SileroVad,
    recogniser: LiveRecogniser,
    options: LiveChannelOptions,
    {
      onUpdate,
      start = { time: 0, utterance: 0, settledUntil: 0 },
    }: { onUpdate: (update: ChannelUpdate) => void; start?: ChannelStart },
  ) {
    const first = samplesIn(start.time);
    this.#vad = vad;
    this.#memory = vad.createMemory();
    this.#recogniser = recogniser;
    this.#onUpdate = onUpdate;
    this.#utterances = new LiveUtterances(options, start.utterance, (text) =>
      onUpdate({ type: 'text', text }),
    );
    this.#segmenter = new SpeechSegmenter(first, options.speechThreshold);
    this.#audio = new PcmHistory(first);
    this.#recorded = new PcmHistory(first);
    this.#nextFrame = first;
    this.#given = Math.max(first, samplesIn(start.settledUntil));
  }

  /** Second of the session before which the sound has all its words. */
  get settledUntil(): number {
    if (this.#isSpeaking) return this.#utterances.settledUntil;
    return Math.max(this.#given, this.#nextFrame - LOOK_BACK) / SAMPLE_RATE;
  }

  /**
   * Takes the next samples, mono, 16 kHz.
   *
   * @param step seconds of new speech that are worth recognising; infinite to wait for the end of the speech
   * @param room what else the device has time for
   */
  async push(
    samples: Float32Array,
    step: number,
    signal: AbortSignal,
    room: LiveRoom = 'much',
  ): Promise<void> {
    this.#room = room;
    this.#recorded.append(samples);
    this.#audio.append(this.#level.push(samples));
    await this.#detect(Math.floor((this.#audio.end - this.#nextFrame) / VAD_FRAME_SAMPLES), step, signal);
  }

  /** The session ends: recognises and settles what is left. */
  async finish(signal: AbortSignal): Promise<void> {
    this.#audio.append(this.#level.finish());
    await this.#detect(Math.ceil((this.#audio.end - this.#nextFrame) / VAD_FRAME_SAMPLES), 0, signal);
    if (this.#isSpeaking && this.#quietFrom === null) await this.#pause(this.#audio.end, signal);
    if (this.#isSpeaking) await this.#endSpeech(this.#quietFrom ?? this.#audio.end, signal);
    this.#utterances.finish();
  }

  async #detect(frames: number, step: number, signal: AbortSignal): Promise<void> {
    const samples = this.#audio.read(this.#nextFrame, this.#nextFrame + frames * VAD_FRAME_SAMPLES);
    for (const probability of await this.#vad.probabilities(samples, this.#memory)) {
      const stretch = this.#segmenter.push(probability);
      this.#nextFrame += VAD_FRAME_SAMPLES;
      const end = Math.min(this.#nextFrame, this.#audio.end);
      await this.#follow(stretch?.end ?? end, end, signal);
      if (!this.#isSpeaking) this.#utterances.silence(end / SAMPLE_RATE);
      else if (end - this.#given >= LONGEST_STEP) await this.#recognise(end, signal);
    }
    const end = Math.min(this.#nextFrame, this.#audio.end);
    // In a pause it is soon known whether the speech has ended.
    const isQuiet = this.#quietFrom !== null || this.#segmenter.isQuiet;
    const waits = isQuiet || end - this.#given < Math.max(samplesIn(step), 1);
    if (this.#isSpeaking && !waits) await this.#recognise(end, signal);
    const needed = this.#isSpeaking ? this.#given : Math.max(this.#given, end - LOOK_BACK);
    this.#audio.forgetBefore(needed);
    this.#recorded.forgetBefore(needed);
  }

  /** Begins and ends the speech as voice activity has it now: `quietFrom` is where it has just ended, if it has. */
  async #follow(quietFrom: number, end: number, signal: AbortSignal): Promise<void> {
    const isQuiet = this.#segmenter.openStart === null;
    if (!this.#isSpeaking) {
      if (this.#segmenter.isSpeech) this.#beginSpeech();
    } else if (this.#quietFrom === null) {
      if (isQuiet) await this.#pause(quietFrom, signal);
    } else if (this.#segmenter.isSpeech) this.#goOn(this.#quietFrom);
    const patience = samplesIn(this.#recogniser.patience ?? 0);
    if (this.#quietFrom !== null && isQuiet && end - this.#quietFrom >= patience)
      await this.#endSpeech(this.#quietFrom, signal);
  }

  #beginSpeech(): void {
    const start = this.#segmenter.openStart ?? this.#nextFrame;
    this.#isSpeaking = true;
    this.#given = Math.max(start - PADDING, this.#given, this.#audio.start);
    this.#recogniser.begin(this.#given / SAMPLE_RATE);
    this.#utterances.begin(this.#given / SAMPLE_RATE);
    this.#onUpdate({ type: 'speech-start', time: start / SAMPLE_RATE });
  }

  /** The words up to a pause, which are not settled where the recogniser waits for what follows. */
  async #pause(quietFrom: number, signal: AbortSignal): Promise<void> {
    this.#quietFrom = quietFrom;
    if (this.#recogniser.pause) {
      const end = this.#endBehind(quietFrom);
      const words = await this.#recogniser.pause(this.#take(end), signal, this.#room);
      this.#utterances.add(words, end / SAMPLE_RATE);
    } else await this.#endSpeech(quietFrom, signal);
    this.#onUpdate({ type: 'speech-end', time: quietFrom / SAMPLE_RATE });
  }

  /** Speech comes before the pause was long enough: it goes on, and the pause keeps its sound. */
  #goOn(quietFrom: number): void {
    const start = this.#segmenter.openStart ?? this.#nextFrame;
    this.#quietFrom = null;
    this.#utterances.goOn(quietFrom / SAMPLE_RATE, start / SAMPLE_RATE);
    this.#onUpdate({ type: 'speech-start', time: start / SAMPLE_RATE });
  }

  async #endSpeech(quietFrom: number, signal: AbortSignal): Promise<void> {
    const end = this.#endBehind(quietFrom);
    const words = await this.#recogniser.end(this.#take(end), signal, this.#room);
    this.#isSpeaking = false;
    this.#quietFrom = null;
    this.#utterances.add(words, end / SAMPLE_RATE);
    this.#utterances.end(quietFrom / SAMPLE_RATE);
  }

  /** Sound that belongs to speech that ends there. */
  #endBehind(quietFrom: number): number {
    return Math.min(quietFrom + PADDING, this.#nextFrame, this.#audio.end);
  }

  async #recognise(end: number, signal: AbortSignal): Promise<void> {
    const words = await this.#recogniser.push(this.#take(end), signal, this.#room);
    this.#utterances.add(words, end / SAMPLE_RATE);
  }

  /** A copy, because the history moves on. */
  #take(end: number): Float32Array {
    const from = this.#recogniser.asRecorded ? this.#recorded : this.#audio;
    const samples = from.read(this.#given, end).slice();
    this.#given = Math.max(end, this.#given);
    return samples;
  }
}
