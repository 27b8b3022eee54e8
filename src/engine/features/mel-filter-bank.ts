/** One triangular filter: its weights for the spectrum bins from `firstBin` on. */
export interface MelFilter {
  firstBin: number;
  weights: Float64Array;
}

interface MelFilterOptions {
  filters: number;
  fftSize: number;
  sampleRate: number;
  lowHz: number;
  highHz: number;
}

/** Kaldi's mel scale (the HTK formula). */
const htkMel = (hz: number): number => 1127 * Math.log(1 + hz / 700);

/** Slaney's mel scale: linear below 1 kHz, logarithmic above. */
const SLANEY_HZ_PER_MEL = 200 / 3;
const SLANEY_BREAK_HZ = 1000;
const SLANEY_BREAK_MEL = SLANEY_BREAK_HZ / SLANEY_HZ_PER_MEL;
const SLANEY_LOG_STEP = Math.log(6.4) / 27;

const slaneyMel = (hz: number): number =>
  hz < SLANEY_BREAK_HZ
    ? hz / SLANEY_HZ_PER_MEL
    : SLANEY_BREAK_MEL + Math.log(hz / SLANEY_BREAK_HZ) / SLANEY_LOG_STEP;

const slaneyHz = (mel: number): number =>
  mel < SLANEY_BREAK_MEL
    ? mel * SLANEY_HZ_PER_MEL
    : SLANEY_BREAK_HZ * Math.exp((mel - SLANEY_BREAK_MEL) * SLANEY_LOG_STEP);

function evenlySpaced(low: number, high: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => low + ((high - low) * index) / (count - 1));
}

/** Triangles over `edges` (filters + 2 of them); `position` maps each bin to the same axis. */
function triangles(edges: number[], bins: number, position: (bin: number) => number): MelFilter[] {
  return edges.slice(0, -2).map((left, index) => {
    const center = edges[index + 1] ?? left;
    const right = edges[index + 2] ?? center;
    let firstBin = -1;
    const weights: number[] = [];
    for (let bin = 0; bin < bins; bin++) {
      const at = position(bin);
      if (at <= left || at >= right) continue;
      if (firstBin < 0) firstBin = bin;
      weights.push(at <= center ? (at - left) / (center - left) : (right - at) / (right - center));
    }
    return { firstBin: Math.max(firstBin, 0), weights: Float64Array.from(weights) };
  });
}

/** Kaldi's filters: triangles on the mel axis with peak 1, without the Nyquist bin. */
export function kaldiMelFilters(options: MelFilterOptions): MelFilter[] {
  const { filters, fftSize, sampleRate, lowHz, highHz } = options;
  const edges = evenlySpaced(htkMel(lowHz), htkMel(highHz), filters + 2);
  return triangles(edges, fftSize / 2, (bin) => htkMel((bin * sampleRate) / fftSize));
}

/** Slaney's filters as in librosa: triangles on the Hz axis with unit area. */
export function slaneyMelFilters(options: MelFilterOptions): MelFilter[] {
  const { filters, fftSize, sampleRate, lowHz, highHz } = options;
  const edges = evenlySpaced(slaneyMel(lowHz), slaneyMel(highHz), filters + 2).map(slaneyHz);
  const bank = triangles(edges, fftSize / 2 + 1, (bin) => (bin * sampleRate) / fftSize);
  return bank.map(({ firstBin, weights }, index) => {
    const width = (edges[index + 2] ?? 0) - (edges[index] ?? 0);
    return { firstBin, weights: weights.map((weight) => (weight * 2) / width) };
  });
}

/** Energy of a power spectrum that passes a filter. */
export function filterEnergy(filter: MelFilter, power: Float64Array): number {
  let energy = 0;
  for (let index = 0; index < filter.weights.length; index++) {
    energy += (filter.weights[index] ?? 0) * (power[filter.firstBin + index] ?? 0);
  }
  return energy;
}
