import { downloadSize } from '../manifest/manifest-files.ts';
import { findSpeechModel } from '../own/own-models.ts';
import { deviceOfInstalled } from '../store/installations.ts';
import { detectCapabilities, worksOnCpu } from './capabilities.ts';

/** How many windows are transcribed in parallel, each in a worker with its own copy of the model. */
export interface Lanes {
  count: number;
  /** CPU cores per lane. */
  cores: number;
}

const MAX_LANES = 2;
/** A recording that fits into one window, or nearly, has nothing to share; seconds. */
const SHORT_RECORDING = 45;
/** Memory the device should have per byte of the models in all lanes: they unpack, compute and are not alone. */
const MEMORY_PER_MODEL_BYTE = 6;
/** Larger models are loaded once: one copy of 902 MB takes the browser to 3.4 GB (docs/rehearsals.md). */
const MOST_COPIED_BYTES = 500e6;
/** Assumed if the browser does not report it. */
const ASSUMED_MEMORY_GB = 4;

/** Input of the choice; pure, for tests. */
export interface LaneInput {
  /** Whether the work of all models is the CPU's: a GPU is not shared. */
  onProcessor: boolean;
  modelBytes: number;
  hardwareConcurrency: number;
  memoryGb: number | null;
  /** Seconds; null if the container does not say. */
  duration: number | null;
}

/**
 * Two lanes with half the cores each finish more windows than one with all, whose threads wait at every step. A short
 * recording gets all cores for its one window.
 */
export function chooseLanes(input: LaneInput): Lanes {
  const { onProcessor, modelBytes, hardwareConcurrency, memoryGb, duration } = input;
  const memory = (memoryGb ?? ASSUMED_MEMORY_GB) * 1e9;
  const shared =
    onProcessor &&
    hardwareConcurrency >= MAX_LANES &&
    modelBytes <= MOST_COPIED_BYTES &&
    modelBytes * MAX_LANES * MEMORY_PER_MODEL_BYTE <= memory &&
    (duration === null || duration > SHORT_RECORDING);
  const count = shared ? MAX_LANES : 1;
  return { count, cores: Math.max(1, Math.floor(hardwareConcurrency / count)) };
}

/** The lanes for these models and a recording of this length (seconds) on this device now. */
export async function lanesFor(modelIds: readonly string[], duration: number | null): Promise<Lanes> {
  const capabilities = await detectCapabilities();
  const models = await Promise.all(modelIds.map(findSpeechModel));
  const choices = await Promise.all(models.map((model) => deviceOfInstalled(model)));
  return chooseLanes({
    onProcessor: models.every((model, index) => {
      const choice = choices[index];
      return choice && worksOnCpu(model, choice.device);
    }),
    modelBytes: models.reduce(
      (sum, model, index) => sum + downloadSize(model, choices[index]?.filesOf ?? 'wasm').bytes,
      0,
    ),
    hardwareConcurrency: capabilities.hardwareConcurrency,
    memoryGb: capabilities.memoryGb,
    duration,
  });
}
