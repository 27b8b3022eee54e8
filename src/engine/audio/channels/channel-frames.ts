import { bandLevels } from './frame-likeness.ts';
import { PcmHistory } from './pcm-history.ts';
import { FRAME_SAMPLES, HOP_SAMPLES, type Spectrum, spectrumOf, speechPower } from './short-time-spectra.ts';

export interface Frame {
  spectrum: Spectrum;
  /** Power in the band of speech. */
  power: number;
  /** Levels of the bands of speech. */
  bands: Float32Array;
}

/** The recent samples of a channel and their spectra; frame `t` has its middle at sample `t · HOP_SAMPLES`. */
export class ChannelFrames {
  readonly #history: PcmHistory;
  readonly #frames = new Map<number, Frame>();

  /** @param start sample of the file at which the channel appears; it was silent before */
  constructor(start: number) {
    this.#history = new PcmHistory(start);
  }

  append(samples: Float32Array): void {
    this.#history.append(samples);
  }

  at(index: number): Frame {
    const known = this.#frames.get(index);
    if (known) return known;
    const frame = this.delayed(index, 0);
    this.#frames.set(index, frame);
    return frame;
  }

  /** The frame as it is when everything comes `delay` samples later. */
  delayed(index: number, delay: number): Frame {
    const spectrum = spectrumOf(this.samples((index - 1) * HOP_SAMPLES - delay, FRAME_SAMPLES));
    return { spectrum, power: speechPower(spectrum), bands: bandLevels(spectrum) };
  }

  /** A copy; what is not there is silence. */
  samples(from: number, length: number): Float32Array<ArrayBuffer> {
    const samples = new Float32Array(length);
    const found = this.#history.read(from, from + length);
    if (found.length > 0) samples.set(found, Math.max(0, this.#history.start - from));
    return samples;
  }

  forget(beforeFrame: number, beforeSample: number): void {
    for (const index of this.#frames.keys()) if (index < beforeFrame) this.#frames.delete(index);
    this.#history.forgetBefore(beforeSample);
  }
}
