import { framePower } from '../channels/frame-power.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';

/** Samples whose level is measured together: 20 ms. */
const FRAME = SAMPLE_RATE / 50;
const SILENCE_DB = -120;
/** Share of the frames of speech that are louder than the returned level. */
const LOUD_SHARE = 0.1;
/** Share of all frames, where no speech was found. */
const LOUD_SHARE_OF_ALL = 0.05;
/** Samples this close to full scale, several in a row, were cut off. */
const CLIP_LEVEL = 0.985;
const CLIP_RUN = 3;

/** How loud a recording is, before anything is done about it. */
export interface SignalFacts {
  /** Largest absolute sample, dB of full scale; -120 for silence. */
  peakDb: number;
  /** Level that the loudest tenth of its speech reaches, dB of full scale; without speech, the loudest twentieth of all. */
  loudDb: number;
  /** Share of its frames with sound that are cut off at full scale, 0 to 1. */
  clippedShare: number;
}

/** Measures the level of all samples in one pass, in constant memory. */
export class SignalLevel {
  /** Frames by level: one bin for each decibel below full scale. */
  readonly #bins = new Uint32Array(-SILENCE_DB + 1);
  /** The same of speech alone. */
  readonly #speechBins = new Uint32Array(-SILENCE_DB + 1);
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

  /** @param samples of a stretch of speech, which `push` has had, too; as recorded */
  pushSpeech(samples: Float32Array): void {
    for (let start = 0; start + FRAME <= samples.length; start += FRAME) {
      count(this.#speechBins, framePower(samples.subarray(start, start + FRAME)).power);
    }
  }

  #measure(frame: Float32Array): void {
    const { power, peak } = framePower(frame);
    this.#peak = Math.max(this.#peak, peak);
    const isClipped = peak >= CLIP_LEVEL && hasClippedRun(frame);
    count(this.#bins, power);
    this.#frames++;
    if (isClipped) this.#clipped++;
  }

  facts(): SignalFacts {
    const silent = this.#bins[-SILENCE_DB] ?? 0;
    const loudDb =
      levelOf(this.#speechBins, LOUD_SHARE) ?? levelOf(this.#bins, LOUD_SHARE_OF_ALL) ?? SILENCE_DB;
    const sounding = this.#frames - silent;
    return {
      peakDb: Math.round(decibels(this.#peak) * 10) / 10,
      loudDb,
      clippedShare: sounding > 0 ? this.#clipped / sounding : 0,
    };
  }
}

function count(bins: Uint32Array, power: number): void {
  const bin = Math.round(-decibels(Math.sqrt(power)));
  bins[bin] = (bins[bin] ?? 0) + 1;
}

/** The level that this share of the frames exceeds; null if there are none. */
function levelOf(bins: Uint32Array, share: number): number | null {
  const wanted = bins.reduce((sum, frames) => sum + frames, 0) * share;
  let louder = 0;
  for (const [bin, frames] of bins.entries()) {
    louder += frames;
    if (louder > wanted) return bin === 0 ? 0 : -bin;
  }
  return null;
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
