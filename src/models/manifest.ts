import { z } from 'zod';

const device = z.enum(['webgpu', 'wasm']);

/** One file of a model. `bytes` and the hashes are null where nobody could read them: the host's word is taken at download. */
const modelFile = z.object({
  /** Below the model's folder. */
  path: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
  bytes: z.int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Git's id of the file (SHA-1 over `blob <bytes>\0` and the bytes): all that the hub tells of small text files. */
  gitId: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  /** Devices that need this file; absent means all. */
  devices: z.array(device).min(1).optional(),
});

/** What a device must have to hold the model. */
const needs = z.object({
  /** 16-bit floats in shaders, where it runs on the GPU. */
  shaderF16: z.boolean().default(false),
  /** Largest single tensor in bytes, where it runs on the GPU; null where it is not known. */
  bufferBytes: z.int().positive().nullable().default(null),
  /** Gigabytes of memory that the device should have. */
  memoryGb: z.number().positive().nullable().default(null),
});

const common = {
  /** Unique, kebab-case; the key in storage. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string(),
  /** A sentence for the model chooser. */
  description: z.string(),
  /** Folder under /models/ on the app's own origin, and in a folder given to `npm run models -- import`. */
  folder: z.string().regex(/^[\w.-]+$/),
  /** Where the hub keeps it; null where it is only ever supplied by hand. */
  source: z
    .object({
      repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
      /** Commit; null takes the newest one. */
      revision: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .nullable(),
    })
    .nullable(),
  files: z.array(modelFile).min(1),
  /** Bytes to download for a device, from the hub's listing, for models whose files' sizes are not all known. */
  approximateBytes: z.partialRecord(device, z.int().positive()).default({}),
  /** Language codes; 'all' for every transcription language. */
  languages: z.union([z.literal('all'), z.array(z.string())]),
  licence: z.string(),
  /** Devices it may run on, best first. */
  devices: z.array(device).min(1),
  needs: needs.prefault({}),
};

const asr = {
  ...common,
  /** Where it stands in the automatic choice for its wire model: the highest rank that is installed and fits runs. */
  rank: z.object({ webgpu: z.number(), wasm: z.number() }),
  /** Devices on which it is the one offered for download when nothing is installed. */
  offeredFirstOn: z.array(device).default([]),
  /**
   * 'synthetic' knows only the sample's closed vocabulary and never serves a person's own recording by itself;
   * 'timing' recognises nothing and runs only where it was chosen by name.
   */
  scope: z.enum(['general', 'synthetic', 'timing']).default('general'),
  /**
   * How its confidence becomes the chance that a word is right (a line in log-odds), as `npm run accuracy -- fusion` fits
   * it; absent where it was never measured, or does not help with recordings that it was not fitted on.
   */
  calibration: z.object({ slope: z.number().positive(), offset: z.number() }).optional(),
};

/** transformers.js dtype of each part, by device. */
const dtype = z.partialRecord(device, z.record(z.string(), z.string()));

export const whisperModel = z.object({
  ...asr,
  engine: z.literal('whisper'),
  serves: z.array(z.enum(['stt-1'])).min(1),
  dtype,
});

export const transducerModel = z.object({
  ...asr,
  engine: z.literal('transducer'),
  serves: z.array(z.enum(['stt-3'])).min(1),
  /** Shape of the graphs: how features are made and how the joiner's output is read. */
  architecture: z.enum(['zipformer-rnnt', 'parakeet-tdt']),
  parts: z.object({
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string().nullable(),
    tokens: z.string(),
  }),
  punctuates: z.boolean(),
  /** Seconds by which this model writes a word's first token after the word began, as measured; 0 where absent. */
  emissionDelay: z.number().min(0).optional(),
});

/** Models of text. One that is 'synthetic' knows a closed vocabulary, and serves only where it was given to the app's server on purpose. */
const text = { ...common, scope: z.enum(['general', 'synthetic']).default('general') };

/** Models of the other stages: catalogued, downloadable, and run where their stage exists. */
export const stageModel = z.object({
  ...text,
  engine: z.enum([
    'voice-activity',
    'text-generation',
    'token-classification',
    'text-classification',
    'nnsplit',
  ]),
  /** What it is used for, in the words of the request. */
  uses: z.array(z.string()).min(1),
  dtype: dtype.default({}),
});

/** Parts of diarization: of several that are installed, the one of the highest rank runs. */
const speakers = {
  ...common,
  /** Path of the ONNX graph, weights included. */
  graph: z.string(),
  rank: z.number(),
};

/** Who of a few people speaks in each moment of ten seconds: pyannote's powerset of three. */
export const segmentationModel = z.object({ ...speakers, engine: z.literal('segmentation') });

/** A stretch of speech → a vector that tells its voice. */
export const speakerEmbeddingModel = z.object({
  ...speakers,
  engine: z.literal('speaker-embedding'),
  frontEnd: z.enum(['kaldi-fbank', 'librosa-mfcc']),
  /** Cosine distance above which two groups of voices are two people, as measured for this model. */
  speakerDistance: z.number().positive(),
});

export const translationModel = z.object({
  ...text,
  engine: z.literal('translation'),
  /** Language pairs, source first; 'any' of its languages into any other. */
  pairs: z.union([z.literal('any'), z.array(z.tuple([z.string(), z.string()])).min(1)]),
  dtype: dtype.default({}),
});

export const manifestModel = z.discriminatedUnion('engine', [
  whisperModel,
  transducerModel,
  segmentationModel,
  speakerEmbeddingModel,
  stageModel,
  translationModel,
]);

export const manifest = z
  .object({ version: z.literal(1), models: z.array(manifestModel) })
  .superRefine(({ models }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    for (const repeated of duplicates(models.map((model) => model.id)))
      report(`The id ${repeated} occurs twice.`);
    for (const repeated of duplicates(models.map((model) => model.folder)))
      report(`The folder ${repeated} occurs twice.`);
    for (const model of models) for (const fault of faults(model)) report(`${model.id}: ${fault}`);
  });

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** What a schema of single fields cannot see. */
function faults(model: z.infer<typeof manifestModel>): string[] {
  const paths = model.files.map((file) => file.path);
  const found = duplicates(paths).map((path) => `the file ${path} occurs twice`);
  if (model.engine === 'transducer') {
    for (const part of Object.values(model.parts))
      if (part !== null && !paths.includes(part)) found.push(`the part ${part} is not among its files`);
  }
  if ('graph' in model && !paths.includes(model.graph)) {
    found.push(`the graph ${model.graph} is not among its files`);
  }
  if (model.engine === 'whisper') {
    for (const on of model.devices) if (!model.dtype[on]) found.push(`no dtype for ${on}`);
  }
  for (const on of 'rank' in model ? model.devices : []) {
    const sized = filesFor(model, on).every((file) => file.bytes !== null);
    if (!sized && model.approximateBytes[on] === undefined) found.push(`no download size for ${on}`);
  }
  return found;
}

/** The files that a device needs. */
export function filesFor(model: Pick<ManifestModel, 'files'>, on: Device): ModelFile[] {
  return model.files.filter((file) => !file.devices || file.devices.includes(on));
}

export interface DownloadSize {
  bytes: number;
  /** False where the manifest does not know every file's size: `bytes` is then the hub's rounded figure, or a lower bound. */
  exact: boolean;
}

/** What must be fetched to have a model on a device. */
export function downloadSize(
  model: Pick<ManifestModel, 'files' | 'approximateBytes'>,
  on: Device,
): DownloadSize {
  const sizes = filesFor(model, on).map((file) => file.bytes);
  const known = sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
  if (!sizes.includes(null)) return { bytes: known, exact: true };
  return { bytes: Math.max(known, model.approximateBytes[on] ?? 0), exact: false };
}

export type Device = z.infer<typeof device>;
export type ModelFile = z.infer<typeof modelFile>;
export type WhisperModel = z.infer<typeof whisperModel>;
export type TransducerModel = z.infer<typeof transducerModel>;
/** A model that recognises speech. */
export type AsrModel = WhisperModel | TransducerModel;
export type SegmentationModelEntry = z.infer<typeof segmentationModel>;
export type SpeakerEmbeddingEntry = z.infer<typeof speakerEmbeddingModel>;
export type StageModel = z.infer<typeof stageModel>;
export type TranslationModel = z.infer<typeof translationModel>;
export type ManifestModel = z.infer<typeof manifestModel>;
export type Manifest = z.infer<typeof manifest>;
