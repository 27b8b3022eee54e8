import { Passage, type Paths, SEGMENT_FRAMES, SEGMENTS_AROUND } from '../windows/passage.ts';
import type { ChannelFrames, Frame } from './channel-frames.ts';
import type { ChannelPath } from './channel-path.ts';
import { COMPARED_SAMPLES, comparedSpectrum, findDelays } from './find-delay.ts';
import { frameLikeness } from './frame-likeness.ts';
import { BINS, FRAME_SAMPLES } from './short-time-spectra.ts';

/** A path is believed from this share on … */
const LEAST_EXPLAINED = 0.04;
/** … beyond so many times what chance explains; less if it was believed before. */
const CHANCES = 3;
const STILL_CHANCES = 1.5;
/** Two channels are alike if each follows from the other to this extent … */
const ALIKE_EXPLAINED = 0.25;
/** … and what they share is as loud in both, dB; once they are, up to the second value. */
const ALIKE_DB = 9;
const STILL_ALIKE_DB = 12;
/** Two channels that rise and fall alike to this extent have the same speech, though a room changes its waves … */
const ALIKE_FRAMES = 0.85;
/** … beyond this share, the waves count. */
const SAME_WAVES = 0.9;
/** From here on, what is not explained counts as noise of both channels alike. */
const NOISE_OF_BOTH = 0.5;
/** Power of what comes through softly: −9 dB. To take it away harms nothing else. */
const SOFT_GAIN = 10 ** -0.9;
/** −80 dB of full scale. */
const LEAST_POWER = 1e-8 * FRAME_SAMPLES * BINS;
/** Delays up to this do not matter to frames of 64 ms. */
const SMALL_DELAY = 8;

/** What a channel has of another one. */
export interface Through {
  passage: Passage;
  /** Ways in which it may come through, the best of which is to be taken for each frame. */
  ways: { response: Float32Array; factor: number }[];
  /** The channel has it much softer than the other one. */
  isSoft: boolean;
  /** It has nothing else. */
  isAll: boolean;
}

/** Two channels: whether they have the same sound, or one has the other's softly. */
export class ChannelPair {
  readonly #intoSecond: Passage;
  readonly #intoFirst: Passage;
  #areAlike = false;
  #chances = CHANCES;

  constructor(
    readonly first: number,
    readonly second: number,
    private readonly frames: readonly [ChannelFrames, ChannelFrames],
  ) {
    this.#intoSecond = new Passage(frames[0], frames[1]);
    this.#intoFirst = new Passage(frames[1], frames[0]);
  }

  /** Whether one of the two has no sound that the other could have. */
  isSilent(segment: number): boolean {
    return this.frames.some((frames) => {
      const first = (segment - SEGMENTS_AROUND) * SEGMENT_FRAMES;
      const end = (segment + SEGMENTS_AROUND + 1) * SEGMENT_FRAMES;
      for (let index = first; index < end; index++) if (frames.at(index).power > LEAST_POWER) return false;
      return true;
    });
  }

  /** What each of the two has of the other. If they are alike, only one of them may give it up. */
  compare(segment: number): { areAlike: boolean; ofSecond: Through | null; ofFirst: Through | null } {
    const second = this.#intoSecond.paths(segment);
    const first = this.#intoFirst.paths(segment);
    const isAll = this.#hasSameSpeech(segment, second.plain[1]);
    this.#areAlike = isAll || this.#alike(second.plain[1], first.plain[1]);
    if (isAll) {
      const all = { ways: [], isSoft: false, isAll: true };
      return {
        areAlike: true,
        ofSecond: { ...all, passage: this.#intoSecond },
        ofFirst: { ...all, passage: this.#intoFirst },
      };
    }
    const of = this.#areAlike ? same : soft;
    const ofSecond = of(this.#intoSecond, second, this.#chances);
    const ofFirst = of(this.#intoFirst, first, this.#chances);
    this.#chances = ofSecond || ofFirst ? STILL_CHANCES : CHANCES;
    return { areAlike: this.#areAlike, ofSecond, ofFirst };
  }

  /** Looks for a delay in the two seconds before a sample. */
  align(end: number): void {
    const [first, second] = this.frames.map((frames) =>
      comparedSpectrum(frames.samples(end - COMPARED_SAMPLES, COMPARED_SAMPLES)),
    );
    if (!first || !second) return;
    const { ofSecond, ofFirst } = findDelays(first, second);
    delayBy(this.#intoSecond, ofSecond);
    delayBy(this.#intoFirst, ofFirst);
  }

  forget(beforeSegment: number): void {
    this.#intoSecond.forget(beforeSegment);
    this.#intoFirst.forget(beforeSegment);
  }

  #hasSameSpeech(segment: number, path: ChannelPath | undefined): boolean {
    if (path && path.explained >= SAME_WAVES) return false;
    const indices = Array.from(
      { length: (2 * SEGMENTS_AROUND + 1) * SEGMENT_FRAMES },
      (_, index) => (segment - SEGMENTS_AROUND) * SEGMENT_FRAMES + index,
    );
    const first = indices.map((index) => this.frames[0].at(index));
    const second = indices.map((index) => this.#intoFirst.frame(index));
    const power = (frames: readonly Frame[]) => frames.reduce((sum, frame) => sum + frame.power, 0);
    const louderDb = 10 * Math.log10(power(second) / power(first));
    return Math.abs(louderDb) < ALIKE_DB && frameLikeness(first, second) >= ALIKE_FRAMES;
  }

  #alike(second: ChannelPath | undefined, first: ChannelPath | undefined): boolean {
    if (!second || !first) return false;
    if (![second, first].every((path) => explains(path, ALIKE_EXPLAINED, this.#chances))) return false;
    const louderDb = 5 * Math.log10(second.gain / first.gain);
    return Math.abs(louderDb) < (this.#areAlike ? STILL_ALIKE_DB : ALIKE_DB);
  }
}

const explains = ({ explained, byChance }: ChannelPath, least: number, chances: number): boolean =>
  explained >= least + chances * byChance;

function same(passage: Passage, { plain }: Paths, chances: number): Through | null {
  const ways = plain
    .filter((path) => explains(path, ALIKE_EXPLAINED, chances))
    .map(({ response, explained }) => ({
      response,
      // Noise of the reference makes the path too weak.
      factor: explained >= NOISE_OF_BOTH ? 1 / Math.sqrt(explained) : 1,
    }));
  return ways.length > 0 ? { passage, ways, isSoft: false, isAll: false } : null;
}

function soft(passage: Passage, { quiet }: Paths, chances: number): Through | null {
  const ways = quiet
    .filter((path) => explains(path, LEAST_EXPLAINED, chances) && path.gain < SOFT_GAIN)
    .map(({ response }) => ({ response, factor: 1 }));
  return ways.length > 0 ? { passage, ways, isSoft: true, isAll: false } : null;
}

function delayBy(passage: Passage, found: number | null): void {
  if (found === null) return;
  const delay = Math.abs(found) <= SMALL_DELAY ? 0 : found;
  if (Math.abs(delay - passage.delay) > SMALL_DELAY) passage.delay = delay;
}
