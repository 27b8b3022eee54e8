import type { Span } from '../../../contract/jobs/request-configs.ts';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { AudioTrack, TrackChoice } from '../../../media/audio-track.ts';
import type { SileroVad } from '../../vad/silero-vad.ts';
import { OwnSound } from '../channels/own-sound.ts';
import { type DecodeOptions, decodeRecording } from '../decoders/decode-recording.ts';
import { toEvenBlocks } from '../decoders/even-blocks.ts';
import { openSpeakingTrack } from '../decoders/open-speaking-track.ts';
import { PeakMeter } from '../levels/peak-meter.ts';
import { type SignalFacts, SignalLevel } from '../levels/signal-level.ts';
import { ChannelWindows, type LevelledWindow } from './channel-windows.ts';
import { SAMPLE_RATE, type SpeechWindow } from './speech-window.ts';

export interface OpenOptions extends DecodeOptions {
  /** Cut at every pause between utterances, so that each piece can have its own language. */
  separateUtterances: boolean;
  /** Seconds of the file that are recognised; all of it if absent. */
  span?: Span | undefined;
}

/** A window that may have to wait for an earlier one of another channel. */
interface WaitingWindow {
  channel: number;
  packed: LevelledWindow;
  /** Sample of the file at which it ends. */
  end: number;
}

/** How far a codec's last packet may exceed the end. */
const PADDING_SECONDS = 0.1;

/**
 * Reads a recording as windows of speech. The caller pulls, and only as much is decoded as the next window needs, so
 * memory does not grow with the recording. Windows are ordered by their end, then by channel.
 */
export class SpeechWindowReader {
  readonly #track: AudioTrack;
  readonly #blocks: AsyncGenerator<Float32Array[], void, undefined>;
  readonly #vad: SileroVad;
  readonly #separateUtterances: boolean;
  /** Samples that are recognised. */
  readonly #span: Span;
  readonly #own = new OwnSound();
  readonly #peaks = new PeakMeter(SAMPLE_RATE);
  readonly #channels = new Map<number, ChannelWindows>();
  readonly #level = new SignalLevel();
  /** Channels with speech of their own so far. */
  readonly #distinct = new Set<number>();
  #waiting: WaitingWindow[] = [];
  #samples = 0;
  /** Samples given to the channels: what each has of its own is known later. */
  #taken = 0;
  #numberOfChannels = 0;
  #index = 0;
  #ended = false;

  /** Notes for people on parts that are left out; complete at the end. */
  readonly notes: readonly Message[];

  private constructor(
    track: AudioTrack,
    blocks: AsyncGenerator<Float32Array[], void, undefined>,
    vad: SileroVad,
    { separateUtterances, span, notes }: OpenOptions & { notes: readonly Message[] },
  ) {
    this.notes = notes;
    this.#track = track;
    this.#blocks = blocks;
    this.#vad = vad;
    this.#separateUtterances = separateUtterances;
    this.#span = {
      start: Math.round((span?.start ?? 0) * SAMPLE_RATE),
      end: span ? Math.round(span.end * SAMPLE_RATE) : Number.POSITIVE_INFINITY,
    };
  }

  /** Throws 415 if it cannot be decoded, 422 if it is damaged or has no audio. */
  static async open(source: ByteSource, vad: SileroVad, options: OpenOptions): Promise<SpeechWindowReader> {
    const track = await openSpeakingTrack(source, vad, options);
    const notes = track.choice ? [noteOf(track.choice)] : [];
    try {
      const decoded = await decodeRecording(track, source, {
        ...options,
        onNote: (note) => notes.push(note),
      });
      return new SpeechWindowReader(track, toEvenBlocks(decoded), vad, { ...options, notes });
    } catch (error) {
      track.dispose();
      throw error;
    }
  }

  get info(): AudioTrack['info'] {
    return this.#track.info;
  }

  /** Seconds decoded so far. */
  get position(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Seconds of the recording, at its end: the container's if plausible, because codecs pad the last packet. */
  get duration(): number {
    const { duration } = this.info;
    if (!this.isComplete) return duration ?? this.position;
    return duration !== null && Math.abs(duration - this.position) < PADDING_SECONDS
      ? duration
      : this.position;
  }

  /** Whether the file was decoded to its end, known at the end. */
  get isComplete(): boolean {
    return this.#samples < this.#span.end;
  }

  get numberOfChannels(): number {
    return Math.max(1, this.#numberOfChannels);
  }

  /** Channels with speech that is in no other one, known at the end; at least one. */
  get numberOfDistinctChannels(): number {
    return Math.max(1, this.#distinct.size);
  }

  /** The waveform so far, `PEAKS_PER_SECOND`. */
  peaks(): Uint8Array<ArrayBuffer> {
    return this.#peaks.peaks();
  }

  /** How loud it is, known at its end. */
  get signal(): SignalFacts {
    return this.#level.facts();
  }

  /** The next window; null at the end. Throws 422 if nothing could be decoded. */
  async next(): Promise<SpeechWindow | null> {
    for (;;) {
      const window = this.#takeFirst();
      if (window) return window;
      if (this.#ended) return null;
      // What follows the span is not even decoded.
      const block = this.isComplete ? await this.#blocks.next() : ({ done: true } as const);
      if (block.done) await this.#finish();
      else await this.#push(block.value);
    }
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#waiting = [];
    await this.#blocks.return();
    this.#track.dispose();
  }

  async #push(planes: Float32Array[]): Promise<void> {
    this.#numberOfChannels = Math.max(this.#numberOfChannels, planes.length);
    this.#peaks.add(planes);
    // Copies share their planes.
    for (const plane of new Set(planes)) {
      this.#level.push(plane.subarray(...this.#spanAt(this.#samples)));
    }
    this.#samples += planes[0]?.length ?? 0;
    for (const own of this.#own.push(planes)) await this.#takeOwn(own);
  }

  async #takeOwn(planes: readonly Float32Array[]): Promise<void> {
    const [from, to] = this.#spanAt(this.#taken);
    for (const [channel, whole] of planes.entries()) {
      const plane = whole.subarray(from, to);
      let windows = this.#channels.get(channel);
      if (!windows) {
        if (plane.every((sample) => sample === 0)) continue;
        windows = new ChannelWindows(channel, this.#taken + from, this.#vad, this.#separateUtterances);
        this.#channels.set(channel, windows);
      }
      if (plane.length > 0) this.#wait(channel, await windows.push(plane));
    }
    this.#taken += planes[0]?.length ?? 0;
  }

  /** The part of a block inside the span, given where the block begins. */
  #spanAt(start: number): [from: number, to: number] {
    return [Math.max(0, this.#span.start - start), Math.max(0, this.#span.end - start)];
  }

  async #finish(): Promise<void> {
    this.#ended = true;
    if (this.#samples === 0) {
      throw new AppError('unprocessable_audio', msg`The file is damaged: no audio could be decoded.`, {
        remedy: msg`Check that it plays, then upload another copy.`,
      });
    }
    for (const own of this.#own.finish()) await this.#takeOwn(own);
    for (const [channel, windows] of this.#channels) this.#wait(channel, await windows.finish());
  }

  #wait(channel: number, windows: LevelledWindow[]): void {
    for (const packed of windows) {
      const asRecorded = packed.recorded ?? packed.pcm;
      for (const { start, end } of packed.speech) this.#level.pushSpeech(asRecorded.subarray(start, end));
      this.#distinct.add(channel);
      const last = packed.pieces.at(-1);
      if (last) this.#waiting.push({ channel, packed, end: last.start + last.length });
    }
    this.#waiting.sort((a, b) => a.end - b.end || a.channel - b.channel);
  }

  /** The first window, once no channel can still yield one that ends earlier. */
  #takeFirst(): SpeechWindow | null {
    const [first] = this.#waiting;
    if (!first) return null;
    const certain =
      this.#ended || [...this.#channels.values()].every((channel) => channel.earliestNextEnd > first.end);
    const alone = this.#channels.size === 1;
    if (!certain && !alone) return null;
    this.#waiting.shift();
    return numbered(first, this.#index++);
  }
}

const noteOf = ({ number, count }: TrackChoice): Message =>
  msg`The file has ${count} audio tracks, of which only number ${number} was transcribed. To transcribe another one, save it as a file of its own.`;

function numbered({ channel, packed }: WaitingWindow, index: number): SpeechWindow {
  let offset = 0;
  const pieces = packed.pieces.map(({ start, length }) => {
    const piece = {
      windowStart: offset / SAMPLE_RATE,
      fileStart: start / SAMPLE_RATE,
      duration: length / SAMPLE_RATE,
    };
    offset += length;
    return piece;
  });
  const speech = packed.speech.map(({ start, end }) => ({
    start: start / SAMPLE_RATE,
    end: end / SAMPLE_RATE,
  }));
  const { pcm, recorded } = packed;
  return { index, channel, pcm, ...(recorded && { recorded }), pieces, speech };
}
