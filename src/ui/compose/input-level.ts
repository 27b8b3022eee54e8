const FLOOR_DB = -60;

/** Measures a microphone's level. */
export class InputLevel {
  readonly #context = new AudioContext();
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(stream: MediaStream) {
    this.#analyser = new AnalyserNode(this.#context, { fftSize: 1024 });
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  /** Current level: 0 at -60 dB and below, 1 at full scale. */
  read(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.min(1, Math.max(0, 1 - (10 * Math.log10(power + 1e-12)) / FLOOR_DB));
  }

  close(): void {
    void this.#context.close();
  }
}
