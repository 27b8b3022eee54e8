import { concatenate } from '../../lib/bytes/concatenate.ts';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { filterEnergy, kaldiMelFilters } from './mel-filter-bank.ts';
import { createPowerSpectrum } from './power-spectrum.ts';

const FRAME_SAMPLES = 400;
const HOP_SAMPLES = 160;
const FFT_SIZE = 512;
const PRE_EMPHASIS = 0.97;
/** Float32 epsilon: Kaldi takes no logarithm of less. */
const ENERGY_FLOOR = 2 ** -23;

/** Values frame by frame. */
export interface Features {
  frames: number;
  bins: number;
  /** Row-major [frames, bins]. */
  data: Float32Array;
}

interface FbankOptions {
  window: 'povey' | 'hamming';
  /** Upper edge of the last filter. */
  highHz: number;
  /** True: only frames inside the signal. False: frame t is centred at (t + ½)·10 ms, edges mirrored. */
  snipEdges: boolean;
}

const STREAMING: FbankOptions = { window: 'povey', highHz: 7600, snipEdges: false };

const raisedCosine = (base: number, index: number) =>
  base - (1 - base) * Math.cos((2 * Math.PI * index) / (FRAME_SAMPLES - 1));

/** Kaldi's povey window is a Hann window to the power of 0.85. */
const WINDOWS: Record<FbankOptions['window'], Float64Array> = {
  povey: Float64Array.from({ length: FRAME_SAMPLES }, (_, index) => raisedCosine(0.5, index) ** 0.85),
  hamming: Float64Array.from({ length: FRAME_SAMPLES }, (_, index) => raisedCosine(0.54, index)),
};

/** Mirrors a position outside the signal to one inside; repeatedly for a short signal. */
function mirrored(index: number, length: number): number {
  const period = 2 * length;
  const phase = ((index % period) + period) % period;
  return phase < length ? phase : period - 1 - phase;
}

/** Fills `frame` with a stretch of the signal: mean removed, pre-emphasised and windowed. */
function cutFrame(pcm: Float32Array, startSample: number, window: Float64Array, frame: Float64Array): void {
  let mean = 0;
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    const at = startSample + index;
    const sample = pcm[at >= 0 && at < pcm.length ? at : mirrored(at, pcm.length)] ?? 0;
    frame[index] = sample;
    mean += sample / FRAME_SAMPLES;
  }
  for (let index = FRAME_SAMPLES - 1; index >= 0; index--) {
    const current = (frame[index] ?? 0) - mean;
    const previous = (frame[Math.max(index - 1, 0)] ?? 0) - mean;
    frame[index] = (current - PRE_EMPHASIS * previous) * (window[index] ?? 0);
  }
}

/** Computes frames of log-mel values, each from where it starts in a signal. */
type FrameWriter = (pcm: Float32Array, firstSample: number, frames: number) => Features;

function frameWriter(bins: number, { window, highHz }: Pick<FbankOptions, 'window' | 'highHz'>): FrameWriter {
  const filters = kaldiMelFilters({
    filters: bins,
    fftSize: FFT_SIZE,
    sampleRate: SAMPLE_RATE,
    lowHz: 20,
    highHz,
  });
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  return (pcm, firstSample, frames) => {
    const data = new Float32Array(frames * bins);
    for (let index = 0; index < frames; index++) {
      cutFrame(pcm, firstSample + index * HOP_SAMPLES, WINDOWS[window], frame);
      const power = powerSpectrum(frame);
      filters.forEach((filter, bin) => {
        data[index * bins + bin] = Math.log(Math.max(filterEnergy(filter, power), ENERGY_FLOOR));
      });
    }
    return { frames, bins, data };
  };
}

/** Where frame 0 starts if frames are centred: before the signal. */
const CENTRED_START = HOP_SAMPLES / 2 - FRAME_SAMPLES / 2;

/**
 * Kaldi's log-mel filter bank, by default with the settings of streaming zipformers: frames of 25 ms every 10 ms,
 * povey window, pre-emphasis 0.97, mean removed, `snip_edges=false` (frame t is centred at (t + ½)·10 ms, edges
 * mirrored), 20 to 7600 Hz, natural logarithm floored at 2⁻²³, no dither.
 *
 * @param pcm mono, 16 kHz, ±1 (not scaled to 16 bits)
 * @returns round(samples / 160) frames of `bins` values; with `snipEdges`, only frames inside the signal
 */
export function kaldiFbank(pcm: Float32Array, bins = 80, options: FbankOptions = STREAMING): Features {
  const { snipEdges } = options;
  const frames = snipEdges
    ? Math.max(0, 1 + Math.floor((pcm.length - FRAME_SAMPLES) / HOP_SAMPLES))
    : Math.floor((pcm.length + HOP_SAMPLES / 2) / HOP_SAMPLES);
  return frameWriter(bins, options)(pcm, snipEdges ? 0 : CENTRED_START, frames);
}

/** The same filter bank, for a signal that comes in pieces: the frames are those of the whole, but for the last mirrored edge. */
export class KaldiFbankStream {
  readonly #write: FrameWriter;
  /** The samples that frames to come still need, from sample `#first` of the signal on. */
  #rest: Float32Array = new Float32Array(0);
  #first = 0;
  #frames = 0;

  constructor(readonly bins: number) {
    this.#write = frameWriter(bins, STREAMING);
  }

  /** The frames that these samples complete, [frames, bins]. */
  push(pcm: Float32Array): Float32Array {
    const signal = concatenate([this.#rest, pcm]);
    const start = CENTRED_START + this.#frames * HOP_SAMPLES;
    const end = this.#first + signal.length;
    const frames = Math.max(0, 1 + Math.floor((end - start - FRAME_SAMPLES) / HOP_SAMPLES));
    const { data } = this.#write(signal, start - this.#first, frames);
    this.#frames += frames;
    const needed = Math.max(start + frames * HOP_SAMPLES, 0);
    this.#rest = signal.slice(needed - this.#first);
    this.#first = needed;
    return data;
  }
}
