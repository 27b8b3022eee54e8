import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { framePower } from '../channels/frame-power.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { LowCut } from './low-cut.ts';

/** Samples whose level is measured together, and between which the gain moves in a straight line: 0.1 s. */
const HOP = SAMPLE_RATE / 10;
/** A hop's level is that of its loudest part: a short word counts although silence surrounds it. */
const FRAME = SAMPLE_RATE / 50;
/** Hops before and after the current one that speech may lie in. The output is late by the hops after it. */
const HOPS_BEFORE = 100;
const HOPS_AFTER = 30;
/** The level is that which this many hops of them reach: two words, not a single click. */
const LOUD_HOPS = 5;
/**
 * Speech below this is made as loud as this; louder speech stays as it is. dB of full scale. Voice activity misses soft
 * words of speech that is 6 dB quieter.
 */
const TARGET_DB = -12;
/** Beyond this, noise of the recording would be all that grows, dB. */
const MOST_GAIN_DB = 46;
/** Change of the gain between hops, dB. It falls at once, because the limiter must not come late. */
const RISE_DB = 6;
/** The limiter keeps samples below this. */
const PEAK = 0.97;
const SILENCE_DB = -120;

/** Where what lies below a voice is louder than the voice by this, it is taken out, dB. */
const DROWNED_DB = 8;

interface Hop {
  samples: Float32Array;
  /** Level of its loudest frame, dB of full scale. */
  level: number;
  /** Largest absolute sample. */
  peak: number;
}

/** As recorded, and without what lies below a voice. */
interface Heard {
  whole: Hop;
  voice: Hop;
}

/**
 * Brings quiet speech to one level, for voice activity and recognition, which were trained on speech of ordinary
 * loudness. One pass: the gain follows the loudest speech of the last ten and the next three seconds. A limiter keeps
 * peaks inside ±1. Offset, rumble and hum are taken out where they are louder than that speech. Samples come out in the order and number
 * they came in, late by up to 3.1 s; by .1 s where nothing may wait for what follows.
 */
export class LevelControl {
  readonly #lowCut = new LowCut();
  #rest: Float32Array = new Float32Array(0);
  /** Measured hops: those already passed on, as far as they still count, then those that wait. */
  #hops: Heard[] = [];
  /** Index in `#hops` of the first that waits. */
  #next = 0;
  #gainDb = 0;
  #lastFactor: number | null = null;
  #isCut: boolean | null = null;
  readonly #hopsAfter: number;

  /** @param isLive whether the gain follows the past alone, because the sound is still being spoken */
  constructor(isLive = false) {
    this.#hopsAfter = isLive ? 0 : HOPS_AFTER;
  }

  /** Takes samples and returns those that are ready. */
  push(samples: Float32Array): Float32Array {
    const joined = inOne([this.#rest, samples]);
    const whole = joined.length - (joined.length % HOP);
    for (let at = 0; at < whole; at += HOP) this.#measure(joined.slice(at, at + HOP));
    this.#rest = joined.slice(whole);
    const ready: Float32Array[] = [];
    while (this.#hops.length - this.#next > this.#hopsAfter) ready.push(this.#pass());
    return inOne(ready);
  }

  /** The remaining samples, at the end. */
  finish(): Float32Array {
    if (this.#rest.length > 0) this.#measure(this.#rest);
    this.#rest = new Float32Array(0);
    const ready: Float32Array[] = [];
    while (this.#next < this.#hops.length) ready.push(this.#pass());
    return inOne(ready);
  }

  #measure(samples: Float32Array): void {
    this.#hops.push({ whole: measured(samples), voice: measured(this.#lowCut.push(samples)) });
  }

  /** The next hop, amplified. */
  #pass(): Float32Array {
    const heard = this.#hops[this.#next];
    if (!heard) return new Float32Array(0);
    const voiceDb = this.#loudness(({ voice }) => voice);
    const wholeDb = this.#loudness(({ whole }) => whole);
    const isCut = wholeDb - voiceDb > DROWNED_DB;
    const following = this.#hops[this.#next + 1];
    const hop = this.#taken(heard, isCut);
    const wanted = Math.min(Math.max(TARGET_DB - (isCut ? voiceDb : wholeDb), 0), MOST_GAIN_DB);
    this.#gainDb = Math.min(wanted, this.#lastFactor === null ? wanted : this.#gainDb + RISE_DB);
    const to = Math.min(
      10 ** (this.#gainDb / 20),
      limit(hop),
      limit(following && (isCut ? following.voice : following.whole)),
    );
    const from = Math.min(this.#lastFactor ?? to, limit(hop));
    this.#lastFactor = to;
    this.#next += 1;
    if (this.#next > HOPS_BEFORE) {
      this.#hops.shift();
      this.#next -= 1;
    }
    if (from === 1 && to === 1) return hop.samples;
    const { length } = hop.samples;
    const amplified = new Float32Array(length);
    const step = (to - from) / length;
    for (let index = 0; index < length; index++) {
      amplified[index] = (hop.samples[index] ?? 0) * (from + step * index);
    }
    return amplified;
  }

  /** A hop as it is to be heard; where that changes, one kind fades into the other. */
  #taken({ whole, voice }: Heard, isCut: boolean): Hop {
    const wasCut = this.#isCut ?? isCut;
    this.#isCut = isCut;
    const [from, to] = [wasCut ? voice : whole, isCut ? voice : whole];
    if (from === to) return to;
    const { length } = to.samples;
    const faded = to.samples.map((sample, index) => {
      const share = (index + 1) / length;
      return sample * share + (from.samples[index] ?? 0) * (1 - share);
    });
    return measured(faded);
  }

  /** Level that a few hops around the next one reach, dB of full scale. */
  #loudness(of: (heard: Heard) => Hop): number {
    const levels = this.#hops.slice(0, this.#next + this.#hopsAfter + 1).map((heard) => of(heard).level);
    levels.sort((a, b) => b - a);
    return levels[Math.min(LOUD_HOPS, levels.length) - 1] ?? SILENCE_DB;
  }
}

/** The largest factor that keeps a hop's peaks inside the limit. Only what exceeds ±1 is made quieter. */
function limit(hop: Hop | undefined): number {
  if (!hop || hop.peak === 0) return Number.POSITIVE_INFINITY;
  return hop.peak > 1 ? PEAK / hop.peak : Math.max(PEAK / hop.peak, 1);
}

function measured(samples: Float32Array): Hop {
  let loudest = 0;
  let peak = 0;
  for (let at = 0; at < samples.length; at += FRAME) {
    const frame = framePower(samples.subarray(at, at + FRAME));
    loudest = Math.max(loudest, frame.power);
    peak = Math.max(peak, frame.peak);
  }
  return { samples, level: loudest > 0 ? 10 * Math.log10(loudest) : SILENCE_DB, peak };
}

function inOne(parts: readonly Float32Array[]): Float32Array {
  const [only] = parts;
  return only && parts.length === 1 ? only : concatenate(parts);
}
