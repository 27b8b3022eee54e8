import { SAMPLE_RATE } from './speech-window.ts';

/** Samples whose level is measured together: 20 ms. */
const FRAME = SAMPLE_RATE / 50;
const SILENCE_DB = -120;
/** Share of the frames that are louder than the level told: speech fills at least this much of a recording. */
const LOUD_SHARE = 0.05;
/** Samples this close to full scale, several in a row, were cut off. */
const CLIP_LEVEL = 0.985;
const CLIP_RUN = 3;

/** How loud a recording is, before anything is done about it. */
export interface SignalFacts {
  /** Largest absolute sample, dB of full scale; -120 for silence. */
  peakDb: number;
  /** Level that its loudest twentieth reaches, dB of full scale. */
  loudDb: number;
  /** Share of its frames with sound that are cut off at full scale, 0 to 1. */
  clippedShare: number;
}

/** Measures the level of all samples in one pass, in constant memory. */
export class SignalLevel {
  /** Frames by level: one bin for each decibel below full scale. */
  readonly #bins = new Uint32Array(-SILENCE_DB + 1);
  #rest: Float32Array = new Float32Array(0);
  #peak = 0;
  #clipped = 0;
  #frames = 0;

  /** @param samples 16 kHz, of one channel */
  push(samples: Float32Array): void {
    let all = samples;
    if (this.#rest.length > 0) {
      all = new Float32Array(this.#rest.length + samples.length);
      all.set(this.#rest);
      all.set(samples, this.#rest.length);
    }
    let start = 0;
    for (; start + FRAME <= all.length; start += FRAME) this.#measure(all.subarray(start, start + FRAME));
    this.#rest = all.slice(start);
  }

  #measure(frame: Float32Array): void {
    let power = 0;
    let peak = 0;
    // By index: a typed array's iterator takes several times as long.
    for (let index = 0; index < frame.length; index++) {
      const sample = frame[index] ?? 0;
      power += sample * sample;
      const size = Math.abs(sample);
      if (size > peak) peak = size;
    }
    this.#peak = Math.max(this.#peak, peak);
    const isClipped = peak >= CLIP_LEVEL && hasClippedRun(frame);
    const level = decibels(Math.sqrt(power / frame.length));
    const bin = Math.round(-level);
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.#frames++;
    if (isClipped) this.#clipped++;
  }

  facts(): SignalFacts {
    const silent = this.#bins[-SILENCE_DB] ?? 0;
    const wanted = this.#frames * LOUD_SHARE;
    let louder = 0;
    let loudDb = SILENCE_DB;
    for (const [bin, count] of this.#bins.entries()) {
      louder += count;
      if (louder <= wanted) continue;
      loudDb = -bin;
      break;
    }
    const sounding = this.#frames - silent;
    return {
      peakDb: Math.round(decibels(this.#peak) * 10) / 10,
      loudDb: loudDb === 0 ? 0 : loudDb,
      clippedShare: sounding > 0 ? this.#clipped / sounding : 0,
    };
  }
}

function hasClippedRun(frame: Float32Array): boolean {
  let run = 0;
  return frame.some((sample) => {
    run = Math.abs(sample) >= CLIP_LEVEL ? run + 1 : 0;
    return run >= CLIP_RUN;
  });
}

const decibels = (size: number): number =>
  size <= 0 ? SILENCE_DB : Math.min(0, Math.max(SILENCE_DB, 20 * Math.log10(size)));
