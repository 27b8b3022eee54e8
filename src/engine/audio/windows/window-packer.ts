import type { SpeechStretch } from '../../vad/speech-segmenter.ts';
import type { PcmHistory } from '../channels/pcm-history.ts';
import { quietestPoint } from './quietest-point.ts';
import { MAX_WINDOW_SECONDS, SAMPLE_RATE, SHORT_WINDOW_SECONDS } from './speech-window.ts';

/** A window in samples, before it is numbered. */
export interface PackedWindow {
  pcm: Float32Array;
  pieces: PackedPiece[];
  /** Stretches of speech, as offsets in `pcm`. */
  speech: SpeechStretch[];
}

/** `length` samples of the file from `start` on. */
interface PackedPiece {
  start: number;
  length: number;
}

/** A possible cut: an offset in the window's PCM, and the length of the pause there in the file. */
interface Pause {
  offset: number;
  gap: number;
}

const seconds = (value: number) => Math.round(value * SAMPLE_RATE);

/** Silence kept on both sides of speech: detection is late for soft sounds, and models need the ends of words. */
const PADDING = seconds(0.25);
/**
 * Pauses up to this remain as they are: recognition uses those between sentences, and words beside shortened ones are
 * sometimes lost. Longer ones keep only the padding.
 */
const KEPT_PAUSE = seconds(1.2);
/** Pause between separate utterances. */
const UTTERANCE_PAUSE = seconds(0.35);
/**
 * Longest stretch of the file in one window. What is packed waits for more speech, and with it the windows of other
 * channels and the samples as recorded, which must not grow with the pauses.
 */
const MAX_SPAN = seconds(120);
/** Speech detected later does not begin earlier than this. */
const LATEST_DETECTION = seconds(0.5);
const MAX_LENGTH = seconds(MAX_WINDOW_SECONDS);
const SHORT_LENGTH = seconds(SHORT_WINDOW_SECONDS);
/** What is left of a recording is one window up to the first length, two of half of it up to the second. */
const WHOLE_LENGTH = seconds(12);
const HALVED_LENGTH = 2 * SHORT_LENGTH;
/**
 * Full windows end at a pause after the first value or, in continuous speech, at the quietest point after the second.
 */
const PAUSE_ZONE = seconds(25);
const QUIET_ZONE = seconds(27);
/** Longer pauses are no better places to cut. */
const GOOD_PAUSE = seconds(0.6);
/** Extra pause length that justifies a window one second shorter: every window costs the same to transcribe. */
const PAUSE_PER_SECOND = 0.12;

/**
 * Packs one channel's speech into windows of at most 30 s. Shortens long pauses to half a second, however long they are,
 * so that windows are filled with speech; a full window ends in a pause in its last 5 s, otherwise at the quietest point of
 * its last 3 s. A window is cut once more follows than would be left: the last 12 to 40 s of a long recording become two short
 * windows, so that no lane waits for the other.
 */
export class WindowPacker {
  readonly #audio: PcmHistory;
  readonly #separate: boolean;
  /** Most that is packed before a window is cut from it. */
  readonly #most: number;
  #pcm: Float32Array = new Float32Array(0);
  #pieces: PackedPiece[] = [];
  #pauses: Pause[] = [];
  /** Packed stretches of speech, in samples of the file; the last may go on. */
  #speech: SpeechStretch[] = [];
  /** End of the last packed speech, without padding. */
  #speechEnd = Number.NEGATIVE_INFINITY;
  /** The file is packed up to here; nothing is packed twice. */
  #packedEnd = 0;
  #ready: PackedWindow[] = [];
  #isFirst = true;

  constructor(audio: PcmHistory, separateUtterances: boolean) {
    this.#audio = audio;
    this.#separate = separateUtterances;
    this.#most = separateUtterances ? MAX_LENGTH : HALVED_LENGTH;
  }

  /** Completed windows. */
  take(): PackedWindow[] {
    return this.#ready.splice(0);
  }

  /** Samples before this are no longer needed, given where current speech began (null in silence). */
  neededFrom(openStart: number | null): number {
    const from = openStart ?? this.#audio.end - LATEST_DETECTION;
    return Math.max(this.#packedEnd, from - KEPT_PAUSE);
  }

  /** No later window ends before this position. */
  earliestNextEnd(openStart: number | null): number {
    return this.#pieces[0]?.start ?? this.neededFrom(openStart);
  }

  /** Packs a finished stretch of speech. */
  add(stretch: SpeechStretch): void {
    this.#begin(stretch.start);
    this.#append(Math.min(stretch.end + PADDING, this.#audio.end));
    this.#speechEnd = stretch.end;
    this.#note(stretch);
    this.#cutWhileTooLong();
  }

  /** Speech that began at `start` continues: packs it as far as it fills a window. */
  extend(start: number): void {
    const length = this.#pcm.length + (this.#audio.end - Math.max(this.#packedEnd, start - PADDING));
    if (length <= this.#most) return;
    this.#begin(start);
    this.#append(this.#audio.end);
    this.#speechEnd = this.#audio.end;
    this.#note({ start, end: this.#audio.end });
    this.#cutWhileTooLong();
  }

  /** There is no speech up to `position`. */
  rest(position: number): void {
    this.#finishBefore(position);
  }

  /** Completes the last window, at the end of the file. */
  finish(): void {
    if (!this.#isFirst) this.#halve();
    this.#emitAll();
  }

  #emitAll(): void {
    if (this.#pcm.length > MAX_LENGTH) this.#halve();
    while (this.#pcm.length > MAX_LENGTH) this.#emit(this.#cutPoint());
    if (this.#pcm.length > 0) this.#emit(this.#pcm.length);
  }

  #halve(): void {
    const middle = this.#middlePause();
    if (middle) this.#emit(middle.offset);
  }

  /** The best pause that cuts what is packed into two short windows; null if there is none, or one window is enough. */
  #middlePause(): Pause | null {
    const { length } = this.#pcm;
    if (length <= WHOLE_LENGTH) return null;
    const fitting = this.#pauses.filter(
      ({ offset }) => offset <= SHORT_LENGTH && length - offset <= SHORT_LENGTH,
    );
    return bestOf(fitting, ({ offset }) => -Math.abs(offset - length / 2));
  }

  /** Completes the current window if speech at `position` is too far from its beginning. */
  #finishBefore(position: number): void {
    const [first] = this.#pieces;
    if (first && position - first.start > MAX_SPAN) this.#emitAll();
  }

  /** Opens a piece for speech from `start` on, or extends the last one. */
  #begin(start: number): void {
    if (start <= this.#speechEnd) return;
    const gap = start - this.#speechEnd;
    this.#finishBefore(start);
    const last = this.#pieces.at(-1);
    if (last && gap < (this.#separate ? UTTERANCE_PAUSE : KEPT_PAUSE)) {
      this.#append(start);
      this.#pauses.push({ offset: this.#pcm.length - Math.round(gap / 2), gap });
      return;
    }
    const from = Math.max(this.#packedEnd, start - PADDING, this.#audio.start);
    // Where the padding of two utterances meets, the border is the middle of the pause.
    const shared = last && from === this.#packedEnd ? Math.max(0, from - (start - Math.round(gap / 2))) : 0;
    if (last) last.length -= shared;
    this.#pieces.push({ start: from - shared, length: shared });
    if (last) this.#pauses.push({ offset: this.#pcm.length - shared, gap });
    this.#packedEnd = from;
  }

  /** Adds the file's samples up to `end` to the last piece. */
  #append(end: number): void {
    const last = this.#pieces.at(-1);
    const samples = this.#audio.read(this.#packedEnd, end);
    if (!last || samples.length === 0) return;
    const joined = new Float32Array(this.#pcm.length + samples.length);
    joined.set(this.#pcm);
    joined.set(samples, this.#pcm.length);
    this.#pcm = joined;
    last.length += samples.length;
    this.#packedEnd += samples.length;
  }

  /** Remembers a stretch, in place of its beginning if that is there already. */
  #note(stretch: SpeechStretch): void {
    if (this.#speech.at(-1)?.start === stretch.start) this.#speech.pop();
    this.#speech.push(stretch);
  }

  #cutWhileTooLong(): void {
    while (this.#pcm.length > this.#most) this.#emit(this.#cutPoint());
  }

  #cutPoint(): number {
    const pauses = this.#pauses.filter(({ offset }) => offset > 0 && offset <= MAX_LENGTH);
    const borders = new Set(this.#pieceOffsets());
    if (this.#separate) {
      const whole = pauses.findLast(({ offset }) => borders.has(offset));
      if (whole) return whole.offset;
    }
    const late = pauses.filter(({ offset }) => offset >= PAUSE_ZONE);
    const best = bestOf(late, ({ offset }) => offset);
    return best?.offset ?? quietestPoint(this.#pcm, QUIET_ZONE, MAX_LENGTH);
  }

  #pieceOffsets(): number[] {
    let offset = 0;
    return this.#pieces.map(({ length }) => {
      const start = offset;
      offset += length;
      return start;
    });
  }

  /** The first `length` samples become a window; the rest starts the next one. */
  #emit(length: number): void {
    this.#isFirst = false;
    const before: PackedPiece[] = [];
    const after: PackedPiece[] = [];
    let left = length;
    for (const piece of this.#pieces) {
      const taken = Math.min(left, piece.length);
      if (taken > 0) before.push({ start: piece.start, length: taken });
      if (taken < piece.length) after.push({ start: piece.start + taken, length: piece.length - taken });
      left -= taken;
    }
    this.#ready.push({
      pcm: this.#pcm.slice(0, length),
      pieces: before,
      speech: speechIn(before, this.#speech),
    });
    const last = before.at(-1);
    const end = last ? last.start + last.length : 0;
    this.#speech = this.#speech.filter((stretch) => stretch.end > end);
    this.#pcm = this.#pcm.slice(length);
    this.#pieces = after;
    this.#pauses = this.#pauses
      .filter(({ offset }) => offset > length)
      .map(({ offset, gap }) => ({ offset: offset - length, gap }));
  }
}

/** The pause that is long, and at a good place: a second there is worth as much as a longer pause. The last of equal ones. */
function bestOf(pauses: readonly Pause[], place: (pause: Pause) => number): Pause | null {
  const worth = (pause: Pause) => Math.min(pause.gap, GOOD_PAUSE) + place(pause) * PAUSE_PER_SECOND;
  return pauses.reduce<Pause | null>(
    (found, pause) => (found && worth(found) > worth(pause) ? found : pause),
    null,
  );
}

/** The parts of the stretches inside the pieces, as offsets in the pieces' joined PCM. */
function speechIn(pieces: readonly PackedPiece[], stretches: readonly SpeechStretch[]): SpeechStretch[] {
  const speech: SpeechStretch[] = [];
  let offset = 0;
  for (const piece of pieces) {
    for (const stretch of stretches) {
      const start = Math.max(stretch.start, piece.start) - piece.start + offset;
      const end = Math.min(stretch.end, piece.start + piece.length) - piece.start + offset;
      if (end > start) speech.push({ start, end });
    }
    offset += piece.length;
  }
  return speech;
}
