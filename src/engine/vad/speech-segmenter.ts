import { VAD_FRAME_SAMPLES } from './vad-frame.ts';

/** A continuous stretch of speech, in samples. */
export interface SpeechStretch {
  start: number;
  end: number;
}

/** Speech begins at this probability … */
const BEGIN_PROBABILITY = 0.5;
/** … extended back over the preceding frames that were at least this likely: quiet word beginnings. */
const LOOK_BACK_PROBABILITY = 0.15;
const LOOK_BACK_FRAMES = 10;
/** … and over so many less likely ones between them, such as the "f" of "half an hour". */
const LOOK_BACK_GAP_FRAMES = 1;
/** Speech ends when the probability remains this far below that at which it begins … */
const END_MARGIN = 0.15;
/** … for a quarter of a second. */
const END_SILENCE_FRAMES = 8;
/** Shorter stretches are clicks. */
const MIN_SPEECH_FRAMES = 3;

/** Converts frame-wise speech probabilities into stretches of speech (with hysteresis, so that it does not flicker). */
export class SpeechSegmenter {
  #position: number;
  #start: number | null = null;
  #speechFrames = 0;
  /** Start of the run of low probabilities that may end the speech. */
  #quietSince: number | null = null;
  /** Number of consecutive frames so far that may be a quiet beginning, and how many of the last ones are less likely. */
  #likelyFrames = 0;
  #gapFrames = 0;

  readonly #beginProbability: number;

  /**
   * @param startSample where the first frame begins
   * @param beginProbability above which a frame counts as speech, 0 to 1
   */
  constructor(startSample: number, beginProbability = BEGIN_PROBABILITY) {
    this.#position = startSample;
    this.#beginProbability = beginProbability;
  }

  /** Whether speech is going on that is no click. */
  get isSpeech(): boolean {
    return this.#start !== null && this.#speechFrames >= MIN_SPEECH_FRAMES;
  }

  /** Whether the last frames were quiet, so that the speech may be about to end. */
  get isQuiet(): boolean {
    return this.#quietSince !== null;
  }

  /** Start of the current speech; null in silence. */
  get openStart(): number | null {
    return this.#start;
  }

  /** Takes the next frame's probability; returns the stretch that has now ended. */
  push(probability: number): SpeechStretch | null {
    const frameStart = this.#position;
    this.#position += VAD_FRAME_SAMPLES;
    if (this.#start === null) {
      this.#waitForSpeech(probability, frameStart);
      return null;
    }
    if (probability >= this.#beginProbability - END_MARGIN) {
      this.#quietSince = null;
      this.#speechFrames++;
      return null;
    }
    this.#quietSince ??= frameStart;
    const quietFrames = (this.#position - this.#quietSince) / VAD_FRAME_SAMPLES;
    return quietFrames >= END_SILENCE_FRAMES ? this.#end(this.#quietSince) : null;
  }

  /** At the end of the file: the open stretch. */
  finish(): SpeechStretch | null {
    return this.#start === null ? null : this.#end(this.#quietSince ?? this.#position);
  }

  #waitForSpeech(probability: number, frameStart: number): void {
    if (probability >= this.#beginProbability) {
      this.#start = frameStart - Math.min(this.#likelyFrames, LOOK_BACK_FRAMES) * VAD_FRAME_SAMPLES;
      this.#speechFrames = 1;
      this.#quietSince = null;
      return;
    }
    const isLikely = probability >= Math.min(LOOK_BACK_PROBABILITY, this.#beginProbability);
    this.#gapFrames = isLikely ? 0 : this.#gapFrames + 1;
    const goesOn = isLikely || (this.#likelyFrames > 0 && this.#gapFrames <= LOOK_BACK_GAP_FRAMES);
    this.#likelyFrames = goesOn ? this.#likelyFrames + 1 : 0;
  }

  #end(end: number): SpeechStretch | null {
    const start = this.#start;
    const long = this.#speechFrames >= MIN_SPEECH_FRAMES;
    this.#start = null;
    this.#quietSince = null;
    this.#likelyFrames = 0;
    this.#gapFrames = 0;
    return start !== null && long ? { start, end } : null;
  }
}
