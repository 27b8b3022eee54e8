import { detectCapabilities } from './capabilities.ts';
import { findAsrModel } from './catalogue.ts';
import { deviceOfInstalled } from './installations.ts';
import { downloadSize } from './manifest.ts';

/** How many windows are transcribed at once, each in a worker of its own with its own copy of the model. */
export interface Lanes {
  count: number;
  /** Processor cores for each lane. */
  cores: number;
}

const MAX_LANES = 2;
/** A recording that fits one window, or hardly more, has nothing to share out; seconds. */
const SHORT_RECORDING = 45;
/** Memory that the device should have for each byte of the models in all lanes: they unpack, compute, and are not alone. */
const MEMORY_PER_MODEL_BYTE = 6;
/** Where the browser does not tell. */
const ASSUMED_MEMORY_GB = 4;

/** What the choice is made from; pure, for tests. */
export interface LaneInput {
  /** Whether all models run on the processor: a graphics processor is not shared out. */
  onProcessor: boolean;
  modelBytes: number;
  hardwareConcurrency: number;
  memoryGb: number | null;
  /** Seconds; null where the container does not tell. */
  duration: number | null;
}

/**
 * Two lanes of half the cores finish more windows than one lane of all: one window's work cannot be divided evenly among
 * threads, which wait for each other at every step. A short recording gets all cores for its one window.
 */
export function chooseLanes(input: LaneInput): Lanes {
  const { onProcessor, modelBytes, hardwareConcurrency, memoryGb, duration } = input;
  const memory = (memoryGb ?? ASSUMED_MEMORY_GB) * 1e9;
  const shared =
    onProcessor &&
    hardwareConcurrency >= MAX_LANES &&
    modelBytes * MAX_LANES * MEMORY_PER_MODEL_BYTE <= memory &&
    (duration === null || duration > SHORT_RECORDING);
  const count = shared ? MAX_LANES : 1;
  return { count, cores: Math.max(1, Math.floor(hardwareConcurrency / count)) };
}

/** The lanes for these models and a recording of this length (seconds), on this device now. */
export async function lanesFor(modelIds: readonly string[], duration: number | null): Promise<Lanes> {
  const capabilities = await detectCapabilities();
  const models = modelIds.map(findAsrModel);
  const choices = await Promise.all(models.map((model) => deviceOfInstalled(model)));
  return chooseLanes({
    onProcessor: choices.every((choice) => choice?.device === 'wasm'),
    modelBytes: models.reduce((sum, model) => sum + downloadSize(model, 'wasm').bytes, 0),
    hardwareConcurrency: capabilities.hardwareConcurrency,
    memoryGb: capabilities.memoryGb,
    duration,
  });
}
