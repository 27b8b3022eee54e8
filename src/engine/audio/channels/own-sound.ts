import { SEGMENT_FRAMES, SEGMENTS_AROUND } from '../windows/passage.ts';
import { ChannelFrames } from './channel-frames.ts';
import { ChannelPair, type Through } from './channel-pair.ts';
import { addThrough, powerWithout } from './channel-path.ts';
import { COMPARED_SAMPLES, MOST_DELAY, MOST_LEAD } from './find-delay.ts';
import { BINS, FRAME_SAMPLES, frameOf, HOP_SAMPLES, type Spectrum } from './short-time-spectra.ts';

const SEGMENT_SAMPLES = SEGMENT_FRAMES * HOP_SAMPLES;
/** Frames before and after each one that are looked at with it: a fifth of a second. */
const FRAMES_AROUND = 6;
/** A frame is not of the channel's own if less than this of its power is left, −5 dB … */
const LEAST_LEFT = 0.3;
/** … or less than this of the channel that comes through, −30 dB. */
const LEAST_OF_LOUDER = 1e-3;
/** Frames of its own that a channel needs among those compared; a crackle has fewer. */
const LEAST_OWN_FRAMES = 6;
/** Segments between two searches for delays. */
const SEGMENTS_PER_SEARCH = 4;

/** Samples of which less than this is left, −120 dB, are silence. */
const SILENT = 1e-6;

/**
 * Takes from each channel what it only has of another one, so that everything said is in one channel: the sound of a
 * channel that is like an earlier one's (one voice in stereo, one person before two microphones), and a louder
 * channel's speech that comes through (crosstalk, echo). What differs remains, exactly as it is where nothing is taken
 * away. Each quarter of a second is decided on by itself, with a second before and after it.
 */
export class OwnSound {
  /** Without those that have been copies so far. */
  readonly #channels = new Map<number, ChannelFrames>();
  readonly #pairs: ChannelPair[] = [];
  /** By channel, what the frames so far subtract beyond their segment. */
  readonly #tails = new Map<number, Float32Array>();
  #count = 0;
  #end = 0;
  #segment = 0;

  /**
   * Takes the next samples of every channel, all equally long (copies share theirs), and returns those that are ready,
   * a second later.
   */
  push(planes: readonly Float32Array[]): Float32Array[][] {
    this.#count = Math.max(this.#count, planes.length);
    for (const [channel, plane] of planes.entries()) {
      if (this.#channels.has(channel) || planes.indexOf(plane) === channel) {
        this.#framesOf(channel).append(plane);
      }
    }
    this.#end += planes[0]?.length ?? 0;
    const ready: Float32Array[][] = [];
    while ((this.#segment + SEGMENTS_AROUND + 1) * SEGMENT_SAMPLES + MOST_LEAD <= this.#end) {
      ready.push(this.#next());
    }
    return ready;
  }

  /** The rest, at the end. */
  finish(): Float32Array[][] {
    const ready: Float32Array[][] = [];
    while (this.#segment * SEGMENT_SAMPLES - HOP_SAMPLES < this.#end) ready.push(this.#next());
    return ready;
  }

  #framesOf(channel: number): ChannelFrames {
    const known = this.#channels.get(channel);
    if (known) return known;
    const frames = new ChannelFrames(this.#end);
    for (const [other, others] of this.#channels) {
      this.#pairs.push(
        other < channel
          ? new ChannelPair(other, channel, [others, frames])
          : new ChannelPair(channel, other, [frames, others]),
      );
    }
    this.#channels.set(channel, frames);
    return frames;
  }

  /** Samples up to the middle of the segment's last frame. */
  #next(): Float32Array[] {
    const segment = this.#segment++;
    const through = this.#throughOthers(segment);
    const from = Math.max(0, segment * SEGMENT_SAMPLES - HOP_SAMPLES);
    const to = Math.min((segment + 1) * SEGMENT_SAMPLES - HOP_SAMPLES, this.#end);
    const planes = Array.from({ length: this.#count }, (_, channel) => {
      const frames = this.#channels.get(channel);
      if (!frames) return new Float32Array(to - from);
      const plane = frames.samples(from, to - from);
      const taken = this.#takenAway(channel, frames, segment, through.get(channel) ?? []);
      if (taken) subtract(plane, taken.subarray(segment === 0 ? HOP_SAMPLES : 0));
      return plane;
    });
    this.#forget(segment);
    return planes;
  }

  /** What each channel has of others. */
  #throughOthers(segment: number): Map<number, Through[]> {
    const through = new Map<number, Through[]>();
    const note = (channel: number, part: Through | null) => {
      if (part) through.set(channel, [...(through.get(channel) ?? []), part]);
    };
    const knownTo = Math.min((segment + SEGMENTS_AROUND + 1) * SEGMENT_SAMPLES, this.#end);
    const alike: { first: number; second: number; ofFirst: Through | null; ofSecond: Through | null }[] = [];
    for (const pair of this.#pairs) {
      if (pair.isSilent(segment)) continue;
      if (segment % SEGMENTS_PER_SEARCH === 0) pair.align(knownTo);
      const { areAlike, ofSecond, ofFirst } = pair.compare(segment);
      const { first, second } = pair;
      if (areAlike) alike.push({ first, second, ofFirst, ofSecond });
      else {
        note(second, ofSecond);
        note(first, ofFirst);
      }
    }
    const isSoft = new Set(through.keys());
    for (const { first, second, ofFirst, ofSecond } of alike) {
      // The first keeps its sound, unless a third one has it much louder: three must not all give it up.
      if (isSoft.has(first) && !isSoft.has(second)) note(first, ofFirst);
      else note(second, ofSecond);
    }
    return through;
  }

  #takenAway(
    channel: number,
    frames: ChannelFrames,
    segment: number,
    through: readonly Through[],
  ): Float32Array | null {
    const tail = this.#tails.get(channel);
    this.#tails.delete(channel);
    if (through.length === 0 && !tail) return null;
    const taken = new Float32Array(SEGMENT_SAMPLES + HOP_SAMPLES);
    if (tail) taken.set(tail);
    if (through.length === 0) return taken;
    for (const [index, part] of partsOfOthers(frames, segment * SEGMENT_FRAMES, through).entries()) {
      const samples = frameOf(part);
      const at = index * HOP_SAMPLES;
      for (let place = 0; place < FRAME_SAMPLES; place++) {
        taken[at + place] = (taken[at + place] ?? 0) + (samples[place] ?? 0);
      }
    }
    this.#tails.set(channel, taken.slice(SEGMENT_SAMPLES));
    return taken;
  }

  #forget(segment: number): void {
    const oldest = segment + 1 - SEGMENTS_AROUND;
    const frame = oldest * SEGMENT_FRAMES - FRAMES_AROUND;
    const sample = Math.min(this.#end - COMPARED_SAMPLES, frame * HOP_SAMPLES - HOP_SAMPLES - MOST_DELAY);
    for (const frames of this.#channels.values()) frames.forget(frame, sample);
    for (const pair of this.#pairs) pair.forget(oldest);
  }
}

/** Spectrum of what is not the channel's own sound in each frame of a segment. */
function partsOfOthers(frames: ChannelFrames, first: number, through: readonly Through[]): Spectrum[] {
  if (through.some(({ isAll }) => isAll)) {
    return Array.from({ length: SEGMENT_FRAMES }, (_, index) => frames.at(first + index).spectrum);
  }
  const parts: { part: Spectrum; power: number; left: number; louder: number; isOwn: boolean }[] = [];
  for (let index = first - FRAMES_AROUND; index < first + SEGMENT_FRAMES + FRAMES_AROUND; index++) {
    const { spectrum, power } = frames.at(index);
    const part = new Float32Array(2 * BINS);
    let left = power;
    let louder = 0;
    for (const { passage, ways, isSoft } of through) {
      const reference = passage.frame(index);
      if (isSoft) louder += reference.power;
      let best: Through['ways'][number] | null = null;
      for (const way of ways) {
        const rest = powerWithout(spectrum, part, {
          reference: reference.spectrum,
          response: way.response,
          factor: way.factor,
        });
        if (rest >= left) continue;
        left = rest;
        best = way;
      }
      if (best) addThrough(part, reference.spectrum, best.response, best.factor);
    }
    parts.push({ part, power, left, louder, isOwn: isOwn(left, power, louder) });
  }
  return Array.from({ length: SEGMENT_FRAMES }, (_, index) => {
    const around = parts.slice(index, index + 2 * FRAMES_AROUND + 1);
    const sum = (key: 'power' | 'left' | 'louder') => around.reduce((total, one) => total + one[key], 0);
    const speaks =
      around.filter((frame) => frame.isOwn).length >= LEAST_OWN_FRAMES &&
      isOwn(sum('left'), sum('power'), sum('louder'));
    const all = frames.at(first + index).spectrum;
    return speaks ? (parts[index + FRAMES_AROUND]?.part ?? all) : all;
  });
}

const isOwn = (left: number, power: number, louder: number): boolean =>
  left >= LEAST_LEFT * power && left >= LEAST_OF_LOUDER * louder;

function subtract(plane: Float32Array, taken: Float32Array): void {
  for (let at = 0; at < plane.length; at++) {
    const left = (plane[at] ?? 0) - (taken[at] ?? 0);
    plane[at] = Math.abs(left) < SILENT ? 0 : left;
  }
}
