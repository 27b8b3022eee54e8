/** Peaks a second: one is about 0.7 px of the waveform of a minute on a wide screen. */
export const PEAKS_PER_SECOND = 40;

/** Measures how loud a recording is, for its waveform: the highest sample of all channels in each 25 ms, 0 to 255. */
export class PeakMeter {
  readonly #samplesPerPeak: number;
  #peaks = new Uint8Array(1024);
  #count = 0;
  #highest = 0;
  #filled = 0;

  constructor(sampleRate: number) {
    this.#samplesPerPeak = sampleRate / PEAKS_PER_SECOND;
  }

  /** @param planes PCM of each channel, equally long */
  add(planes: readonly Float32Array[]): void {
    const length = planes[0]?.length ?? 0;
    // Identical channels share their planes.
    const distinct = [...new Set(planes)];
    let index = 0;
    while (index < length) {
      const end = Math.min(length, index + Math.ceil(this.#samplesPerPeak - this.#filled));
      for (const plane of distinct) this.#highest = Math.max(this.#highest, highest(plane, index, end));
      this.#filled += end - index;
      index = end;
      if (this.#filled >= this.#samplesPerPeak) this.#finishPeak();
    }
  }

  /** The peaks so far; the last one may cover less than the others. */
  peaks(): Uint8Array<ArrayBuffer> {
    const isOpen = this.#filled > 0;
    const peaks = new Uint8Array(this.#count + (isOpen ? 1 : 0));
    peaks.set(this.#peaks.subarray(0, this.#count));
    if (isOpen) peaks[this.#count] = toByte(this.#highest);
    return peaks;
  }

  #finishPeak(): void {
    if (this.#count === this.#peaks.length) {
      const larger = new Uint8Array(this.#peaks.length * 2);
      larger.set(this.#peaks);
      this.#peaks = larger;
    }
    this.#peaks[this.#count++] = toByte(this.#highest);
    this.#highest = 0;
    this.#filled -= this.#samplesPerPeak;
  }
}

function highest(plane: Float32Array, start: number, end: number): number {
  let found = 0;
  for (let index = start; index < end; index++) {
    const size = Math.abs(plane[index] ?? 0);
    if (size > found) found = size;
  }
  return found;
}

const toByte = (amplitude: number): number => Math.round(Math.min(1, amplitude) * 255);
