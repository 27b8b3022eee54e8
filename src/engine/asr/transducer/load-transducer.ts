import { TRANSCRIPTION_LANGUAGE_CODES } from '../../../contract/transcripts/language-code.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { Device } from '../../onnx/device.ts';
import { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { type ConfigureRuntime, loadOnnxRuntime, type OnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { readModelFile } from '../../onnx/read-model-file.ts';
import { startRuntime } from '../../onnx/start-runtime.ts';
import type { AsrEngine } from '../asr-engine.ts';
import type { LanguageFinder } from '../languages/language-finder.ts';
import type { LiveEngine } from '../live-recogniser.ts';
import { LiveRerun } from './live/live-rerun.ts';
import { LiveZipformer } from './live/live-zipformer.ts';
import { CanaryRecogniser } from './recognisers/canary-recogniser.ts';
import { ParakeetRecogniser } from './recognisers/parakeet-recogniser.ts';
import type { Recogniser } from './recognisers/recogniser.ts';
import { StretchRecogniser } from './recognisers/stretch-recogniser.ts';
import type { TransducerModel } from './recognisers/transducer-model.ts';
import { ZipformerRecogniser } from './recognisers/zipformer-recogniser.ts';
import { TransducerEngine } from './transducer-engine.ts';
import type { TransducerTraits } from './transducer-traits.ts';
import { parseTokenTable } from './words/token-table.ts';

export interface LoadTransducerOptions {
  model: TransducerModel;
  /** Opens a file of the model. */
  files: (path: string) => Promise<Response>;
  /** Device of the encoder; predictor and joiner are so small that they always run in WASM. */
  device: Device;
  /** Configures the ONNX runtime for the device; by default the runtime finds its files beside its own code. */
  configureRuntime?: ConfigureRuntime | undefined;
  /** Loading progress, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Asked which language is spoken while that is open. */
  finder?: LanguageFinder | undefined;
}

/** Reads parts of one model, all at once and each once, and reports their combined progress. */
class PartReader {
  private readonly totalBytes: number;
  private readBytes = 0;
  private readonly reading = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly runtime: OnnxRuntime,
    private readonly options: LoadTransducerOptions,
  ) {
    const paths = this.allPaths();
    this.totalBytes = options.model.files
      .filter(({ path }) => paths.has(path))
      .reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    for (const path of paths) {
      const bytes = this.read(path);
      // A waiting caller gets the error; after another failure nobody does.
      bytes.catch(() => undefined);
      this.reading.set(path, bytes);
    }
  }

  async text(path: string): Promise<string> {
    return new TextDecoder().decode(await this.bytes(path));
  }

  async graph(path: string, device: Device): Promise<OnnxGraph> {
    const bytes = await this.bytes(path);
    const externalData: { path: string; data: Uint8Array }[] = [];
    for (const dataPath of this.dataPaths(path)) {
      externalData.push({ path: dataPath.split('/').at(-1) ?? dataPath, data: await this.bytes(dataPath) });
    }
    return OnnxGraph.open({ runtime: this.runtime, name: path, bytes, externalData, device });
  }

  /** Gives them away, so that no copy outlives the opening of its graph. */
  private bytes(path: string): Promise<Uint8Array> {
    const bytes = this.reading.get(path) ?? this.read(path);
    this.reading.delete(path);
    return bytes;
  }

  private async read(path: string): Promise<Uint8Array> {
    return readModelFile(path, await this.options.files(path), (bytes) => {
      this.readBytes += bytes;
      // The rest is for opening the graphs.
      if (this.totalBytes > 0)
        this.options.onProgress?.(Math.min((this.readBytes / this.totalBytes) * 0.95, 0.95));
    });
  }

  /** Weights stored beside a graph, as the two usual exporters name them. */
  private dataPaths(path: string): string[] {
    const { model, device } = this.options;
    return model.files
      .filter((file) => file.path === `${path}.data` || file.path === `${path}_data`)
      .filter((file) => file.devices?.includes(device) ?? true)
      .map((file) => file.path);
  }

  private allPaths(): Set<string> {
    const { encoder, decoder, joiner, tokens } = this.options.model.parts;
    const graphs = [encoder, decoder, ...(joiner ? [joiner] : [])];
    return new Set([...graphs, tokens, ...graphs.flatMap((path) => this.dataPaths(path))]);
  }
}

async function openRecogniser(reader: PartReader, options: LoadTransducerOptions): Promise<Recogniser> {
  const { parts, architecture, id } = options.model;
  const table = parseTokenTable(await reader.text(parts.tokens), architecture !== 'canary-aed');
  const opened: OnnxGraph[] = [];
  const graph = async (path: string, device: Device): Promise<OnnxGraph> => {
    const next = await reader.graph(path, device);
    opened.push(next);
    return next;
  };
  try {
    if (architecture === 'canary-aed') {
      const decoder = await graph(parts.decoder, 'wasm');
      const encoder = await graph(parts.encoder, options.device);
      return new CanaryRecogniser({ encoder, decoder }, table);
    }
    if (architecture === 'parakeet-tdt') {
      const decoderJoint = await graph(parts.decoder, 'wasm');
      const encoder = await graph(parts.encoder, options.device);
      return new ParakeetRecogniser({ encoder, decoderJoint }, table);
    }
    if (!parts.joiner) {
      throw new AppError('internal', msg`The list of models names no joiner for "${id}".`);
    }
    // The smallest first: the runtime starts with it while the others are read.
    const joiner = await graph(parts.joiner, 'wasm');
    const decoder = await graph(parts.decoder, 'wasm');
    const encoder = await graph(parts.encoder, options.device);
    return await ZipformerRecogniser.open({ encoder, decoder, joiner }, table);
  } catch (error) {
    await Promise.all(opened.map((session) => session.release()));
    throw error;
  }
}

async function loadRecogniser(options: LoadTransducerOptions): Promise<Recogniser> {
  const { device, onProgress } = options;
  const runtime = await loadOnnxRuntime(device, options.configureRuntime ?? (() => undefined));
  if (device === 'wasm') startRuntime(runtime);
  const recogniser = await openRecogniser(new PartReader(runtime, options), options);
  onProgress?.(1);
  const { mostSeconds } = options.model;
  return mostSeconds === undefined ? recogniser : new StretchRecogniser(recogniser, mostSeconds);
}

const traitsOf = (model: TransducerModel): TransducerTraits => ({
  languages: model.languages === 'all' ? TRANSCRIPTION_LANGUAGE_CODES : model.languages,
  punctuates: model.punctuates,
  emissionDelay: model.emissionDelay ?? 0,
  leastCertainty: model.leastCertainty,
});

/**
 * Loads a transducer by the model's `architecture`. Throws AppError `model_missing` if a file is missing or unusable.
 */
export async function loadTransducer(options: LoadTransducerOptions): Promise<AsrEngine> {
  return new TransducerEngine(await loadRecogniser(options), traitsOf(options.model), options.finder);
}

/** Loads the same for what is recognised while it is spoken. */
export async function loadLiveTransducer(options: LoadTransducerOptions): Promise<LiveEngine> {
  const recogniser = await loadRecogniser(options);
  const traits = traitsOf(options.model);
  const streams = recogniser instanceof ZipformerRecogniser;
  return {
    step: streams ? 0 : RERUN_STEP_SECONDS,
    open: (liveOptions) =>
      streams
        ? new LiveZipformer(recogniser, traits, liveOptions)
        : new LiveRerun(recogniser, traits, liveOptions),
    dispose: () => recogniser.dispose(),
  };
}

/** New speech for which the last seconds are recognised again. */
const RERUN_STEP_SECONDS = 1;
