import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { framePower } from '../channels/frame-power.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { LowCut } from './low-cut.ts';
import { OffsetCut } from './offset-cut.ts';
import { type Cleaned, SteadyNoise } from './steady-noise.ts';

/** Samples whose level is measured together, and between which the gain moves in a straight line: 0.1 s. */
const HOP = SAMPLE_RATE / 10;
/** A hop's level is that of its loudest part: a short word counts although silence surrounds it. */
const FRAME = SAMPLE_RATE / 50;
/** Hops before and after the current one that speech may be in. The output is late by the hops after it. */
const HOPS_BEFORE = 100;
const HOPS_AFTER = 30;
/** The level is that which this many hops of them reach: two words, not a single click. */
const LOUD_HOPS = 5;
/** Speech below this is made as loud, dB of full scale: voice activity misses soft words 6 dB below. */
const TARGET_DB = -12;
/**
 * A part that is quieter by this has a level of its own: somebody far away, or on the telephone. It is no pause if its sound exceeds
 * the quiet around it by so much; dB.
 */
const OWN_LEVEL_DB = 30;
const ABOVE_QUIET_DB = 12;
/** Hops that such a part lasts at least, of which one may be a click, and the share of hops that are the quiet around it. */
const OWN_HOPS = 20;
const QUIET_SHARE = 0.1;
/** Beyond this, noise of the recording would be all that grows, dB. */
const MOST_GAIN_DB = 46;
/** Change of the gain between hops, dB. It falls at once, because the limiter must not come late. */
const RISE_DB = 6;
/** The limiter keeps samples below this. */
const PEAK = 0.97;
const SILENCE_DB = -120;

/** Where what is below a voice is louder than the voice by this, it is taken out, dB. */
const DROWNED_DB = 5;

interface Hop {
  samples: Float32Array;
  /** Level of its loudest frame, dB of full scale. */
  level: number;
  /** Largest absolute sample. */
  peak: number;
}

/** As recorded, and without what is below a voice. */
interface Bands {
  whole: Hop;
  voice: Hop;
}

/**
 * Brings quiet speech to one level, for voice activity and recognition, which were trained on speech of ordinary
 * loudness. One pass: the gain follows the loudest speech of the last ten and the next three seconds. A limiter keeps
 * peaks inside ±1. A part that is much quieter for two seconds has its own gain. An offset is taken out; rumble, hum and other steady noise
 * are where they are louder than that speech. Samples come out in the order and number they came in, late by up to 5.4 s; by .1 s where nothing
 * may wait for what follows.
 */
export class LevelControl {
  readonly #lowCut = new LowCut();
  readonly #offsetCut = new OffsetCut();
  /** Null where nothing may wait for what follows. */
  readonly #noise: SteadyNoise | null;
  #rest: Cleaned = { whole: new Float32Array(0), voice: new Float32Array(0) };
  /** Measured hops: those already passed on, as far as they still count, then those that wait. */
  #hops: Bands[] = [];
  /** Index in `#hops` of the first that waits. */
  #next = 0;
  #gainDb = 0;
  #lastFactor: number | null = null;
  #isCut: boolean | null = null;
  readonly #hopsAfter: number;

  /** @param isLive whether the gain follows the past alone, because the sound is still being spoken */
  constructor(isLive = false) {
    this.#hopsAfter = isLive ? 0 : HOPS_AFTER;
    this.#noise = isLive ? null : new SteadyNoise();
  }

  /** Takes samples and returns those that are ready. */
  push(samples: Float32Array): Float32Array {
    const bands = { whole: samples, voice: this.#lowCut.push(samples) };
    this.#split(this.#noise?.push(bands) ?? bands);
    const ready: Float32Array[] = [];
    while (this.#hops.length - this.#next > this.#hopsAfter) ready.push(this.#pass());
    return inOne(ready);
  }

  /** The remaining samples, at the end. */
  finish(): Float32Array {
    if (this.#noise) this.#split(this.#noise.finish());
    if (this.#rest.whole.length > 0) this.#measure(this.#rest);
    const ready: Float32Array[] = [];
    while (this.#next < this.#hops.length) ready.push(this.#pass());
    return inOne(ready);
  }

  #split({ whole, voice }: Cleaned): void {
    const all = {
      whole: inOne([this.#rest.whole, whole]),
      voice: inOne([this.#rest.voice, voice]),
    };
    const cut = (from: number, to?: number) => ({
      whole: all.whole.slice(from, to),
      voice: all.voice.slice(from, to),
    });
    const end = all.whole.length - (all.whole.length % HOP);
    for (let at = 0; at < end; at += HOP) this.#measure(cut(at, at + HOP));
    this.#rest = cut(end);
  }

  #measure({ whole, voice }: Cleaned): void {
    this.#hops.push({ whole: measured(this.#offsetCut.push(whole)), voice: measured(voice) });
  }

  /** The next hop, amplified. */
  #pass(): Float32Array {
    const bands = this.#hops[this.#next];
    if (!bands) return new Float32Array(0);
    const voiceDb = this.#loudness(({ voice }) => voice);
    const wholeDb = this.#loudness(({ whole }) => whole);
    const isCut = wholeDb - voiceDb > DROWNED_DB;
    const following = this.#hops[this.#next + 1];
    const hop = this.#taken(bands, isCut);
    const loudDb = isCut ? voiceDb : wholeDb;
    const ownDb = this.#ownLevel(isCut ? ({ voice }) => voice : ({ whole }) => whole);
    const hasOwn = ownDb !== null && ownDb < loudDb - OWN_LEVEL_DB;
    const wanted = Math.min(Math.max(TARGET_DB - (hasOwn ? ownDb : loudDb), 0), MOST_GAIN_DB);
    const mayJump = hasOwn || this.#lastFactor === null;
    this.#gainDb = Math.min(wanted, mayJump ? wanted : this.#gainDb + RISE_DB);
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

  /** The kind of a hop that goes on; where that changes, one kind fades into the other. */
  #taken({ whole, voice }: Bands, isCut: boolean): Hop {
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

  /** The hops that count for the next one, however many have come. */
  get #around(): Bands[] {
    return this.#hops.slice(0, this.#next + this.#hopsAfter + 1);
  }

  /** Level of the stretch around the next hop that is quietest; null in a pause. */
  #ownLevel(of: (bands: Bands) => Hop): number | null {
    const levels = this.#around.map((bands) => of(bands).level);
    let own = Number.POSITIVE_INFINITY;
    for (let from = Math.max(this.#next - OWN_HOPS + 1, 0); from <= this.#next; from++) {
      const stretch = levels.slice(from, from + OWN_HOPS);
      if (stretch.length < OWN_HOPS) break;
      own = Math.min(own, stretch.sort((a, b) => b - a)[1] ?? own);
    }
    const quiet = levels.sort((a, b) => a - b)[Math.floor(levels.length * QUIET_SHARE)] ?? SILENCE_DB;
    return own < Number.POSITIVE_INFINITY && own > quiet + ABOVE_QUIET_DB ? own : null;
  }

  /** Level that a few hops around the next one reach, dB of full scale. */
  #loudness(of: (bands: Bands) => Hop): number {
    const levels = this.#around.map((bands) => of(bands).level);
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
