import { z } from '../../lib/zod.ts';
import { filesFor } from './files-for.ts';

const device = z.enum(['webgpu', 'wasm']);

/** One file of a model. `bytes` and the hashes are null if unknown: the host's values are then used at download. */
const modelFile = z.object({
  /** Path below the model's folder. */
  path: z.string().regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/),
  bytes: z.int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Hashes of the same content in another setting, such as JSON with other white space: accepted as well. */
  otherSha256: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(1)
    .optional(),
  /** Git object id (SHA-1 over `blob <bytes>\0` and the bytes): all the hub reports for small text files. */
  gitId: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  /** Devices that need this file; all if absent. */
  devices: z.array(device).min(1).optional(),
  /** Path in the model's repository, if it is another one. A `*` represents the unknown part of its name: the hub's list of files has it. */
  remote: z
    .string()
    .regex(/^(?!.*\.\.)[\w./-]+\*?[\w./-]*$/)
    .optional(),
  /** Number of parts in which the app's own copy is (`file-parts.ts`). */
  parts: z.int().min(2).optional(),
});

/** What a device needs to hold the model. */
const needs = z.object({
  /** 16-bit floats in shaders, if it runs on the GPU. */
  shaderF16: z.boolean().default(false),
  /** Largest single tensor in bytes, if it runs on the GPU; null if unknown. */
  bufferBytes: z.int().positive().nullable().default(null),
  /** Gigabytes of memory the device should have. */
  memoryGb: z.number().positive().nullable().default(null),
});

const common = {
  /** Unique, kebab-case; the key in storage. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string(),
  /** A sentence for the model list. */
  description: z.string(),
  /** Folder under /models/ on the app's origin, and in a folder given to `npm run models -- import`. */
  folder: z.string().regex(/^[\w.-]+$/),
  /** Its place on the hub; null if it is only ever supplied by hand. */
  source: z
    .object({
      repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
      /** Commit; null for the newest one. */
      revision: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .nullable(),
    })
    .nullable(),
  files: z.array(modelFile).min(1),
  /** Bytes to download per device according to the hub's listing, for models with unknown file sizes. */
  approximateBytes: z.partialRecord(device, z.int().positive()).default({}),
  /** Language codes; 'all' for every transcription language. */
  languages: z.union([z.literal('all'), z.array(z.string())]),
  licence: z.string(),
  /** Where a bundled model comes from and how it was changed, as its licence requires. */
  notice: z.string().optional(),
  /** Devices it may run on, best first. */
  devices: z.array(device).min(1),
  needs: needs.prefault({}),
};

const asr = {
  ...common,
  /** Rank in the automatic choice for its requested model: the highest-ranked installed model that fits runs. */
  rank: z.object({ webgpu: z.number(), wasm: z.number() }),
  /** Devices on which it is the one offered for download if nothing is installed. */
  offeredFirstOn: z.array(device).default([]),
  /**
   * 'draft' comes with the app and serves where drafts are allowed and no other model does; 'synthetic' has only the vocabulary of
   * the tests; 'timing' recognises nothing and runs only if chosen explicitly.
   */
  scope: z.enum(['general', 'draft', 'synthetic', 'timing']).default('general'),
  /**
   * Maps its confidence to the probability that a word is correct (a line in log-odds); absent if it was never
   * measured or does not help with recordings it was not fitted on (docs/decisions/008-confidences-as-they-are.md).
   */
  calibration: z.object({ slope: z.number().positive(), offset: z.number() }).optional(),
  /** Words in a hundred that it gets wrong in FLEURS, by language, as others measured them. */
  wordErrors: z.record(z.string(), z.number().positive()).optional(),
  /** The download that is not offered where the app has this copy of the same model. */
  inPlaceOf: z.string().optional(),
  /** Models that it makes superfluous where it can run, and what a person gains. */
  replaces: z.object({ models: z.array(z.string()).min(1), gain: z.string() }).optional(),
};

/** transformers.js dtype of each part, by device. */
const dtype = z.partialRecord(device, z.record(z.string(), z.string()));

export const whisperModel = z.object({
  ...asr,
  engine: z.literal('whisper'),
  /** Supplied by the user, and named by no manifest: nothing about it was checked. */
  own: z.literal(true).optional(),
  serves: z.array(z.enum(['stt-1'])).min(1),
  dtype,
});

export const transducerModel = z.object({
  ...asr,
  engine: z.literal('transducer'),
  serves: z.array(z.enum(['stt-3'])).min(1),
  /** Shape of the graphs: how features are computed and how the joiner's output is read. */
  architecture: z.enum(['zipformer-rnnt', 'parakeet-tdt', 'canary-aed']),
  parts: z.object({
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string().nullable(),
    tokens: z.string(),
  }),
  punctuates: z.boolean(),
  /** Measured delay in seconds between the start of a word and its first token; 0 if absent. */
  emissionDelay: z.number().min(0).optional(),
  /**
   * Least mean probability of tokens in its languages (`npm run accuracy -- whisper foreign`); absent if not measured.
   */
  leastCertainty: z.number().min(0).max(1).optional(),
  /** More WASM threads than this cost time: steps of a small model are shorter than threads take to meet. Absent: any number. */
  mostThreads: z.number().int().min(1).optional(),
  /** Longer speech is recognised in stretches of at most so many seconds, because the model loses text of longer ones. */
  mostSeconds: z.number().min(5).optional(),
});

/** Text models. A 'synthetic' one has a closed vocabulary and serves only if it was supplied to the app's server. */
const text = { ...common, scope: z.enum(['general', 'synthetic']).default('general') };

/** Models of the other stages: catalogued, downloadable, and run if their stage exists. */
export const stageModel = z.object({
  ...text,
  engine: z.enum([
    'voice-activity',
    'audio-classification',
    'text-generation',
    'token-classification',
    'text-classification',
    'sentence-embedding',
    'nnsplit',
  ]),
  /** What it is used for, in the request's terms. */
  uses: z.array(z.string()).min(1),
  dtype: dtype.default({}),
});

/** Diarization models: of several installed ones, the highest-ranked runs. */
const speakers = {
  ...common,
  /** Path of the ONNX graph, weights included. */
  graph: z.string(),
  rank: z.number(),
};

/** Which of a few people speak in each frame of ten seconds: pyannote's powerset of three. */
export const segmentationModel = z.object({ ...speakers, engine: z.literal('segmentation') });

/** Maps a stretch of speech to a vector that characterises its voice. */
export const speakerEmbeddingModel = z.object({
  ...speakers,
  engine: z.literal('speaker-embedding'),
  frontEnd: z.enum(['kaldi-fbank', 'mel-power']),
  /** Measured cosine distance above which two groups of voices are two people. */
  speakerDistance: z.number().positive(),
});

/** From a waveform to the probabilities of the languages that may be spoken. */
export const spokenLanguageModel = z.object({
  ...common,
  engine: z.literal('spoken-language'),
  parts: z.object({ graph: z.string(), data: z.string(), labels: z.string() }),
});

/** Who of up to eight people speaks, followed through a whole channel: Nemotron-3-Diarization in two graphs. */
export const sortformerModel = z.object({
  ...common,
  engine: z.literal('sortformer'),
  rank: z.number(),
  parts: z.object({ embed: z.string(), step: z.string(), silence: z.string() }),
});

export const translationModel = z.object({
  ...text,
  engine: z.literal('translation'),
  /** Language pairs, source first; 'any' for any pair of its languages. */
  pairs: z.union([z.literal('any'), z.array(z.tuple([z.string(), z.string()])).min(1)]),
  dtype: dtype.default({}),
});

/** Mozilla's students for Marian: one direction, on the CPU. Their files are found in the repository by name. */
export const marianModel = z.object({
  ...text,
  engine: z.literal('marian'),
  pairs: z.array(z.tuple([z.string(), z.string()])).min(1),
});

export const manifestModel = z.discriminatedUnion('engine', [
  whisperModel,
  transducerModel,
  segmentationModel,
  speakerEmbeddingModel,
  spokenLanguageModel,
  sortformerModel,
  stageModel,
  translationModel,
  marianModel,
]);

/** Models that are installed together for one purpose. */
export const modelSet = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string(),
  /** A sentence on what a person has of it. */
  description: z.string(),
  /** For each part the ids of the models that can be it, best first: the first that the device can run is taken. */
  members: z.array(z.array(z.string()).min(1)).min(1),
});

export const manifest = z
  .object({ version: z.literal(1), models: z.array(manifestModel), sets: z.array(modelSet).default([]) })
  .superRefine(({ models, sets }, context) => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    for (const repeated of duplicates(models.map((model) => model.id)))
      report(`The id ${repeated} occurs twice.`);
    for (const repeated of duplicates(models.map((model) => model.folder)))
      report(`The folder ${repeated} occurs twice.`);
    for (const repeated of duplicates(sets.map((set) => set.id))) report(`The set ${repeated} occurs twice.`);
    for (const set of sets) {
      for (const id of set.members.flat())
        if (!models.some((model) => model.id === id)) report(`The set ${set.id} names no model: ${id}.`);
    }
    for (const model of models) {
      const replaced = 'replaces' in model ? (model.replaces?.models ?? []) : [];
      for (const id of replaced)
        if (!models.some((other) => other.id === id && other.engine === model.engine))
          report(`${model.id} replaces no model of its engine: ${id}.`);
      const other = 'inPlaceOf' in model ? model.inPlaceOf : undefined;
      if (other !== undefined && !models.some(({ id }) => id === other))
        report(`${model.id} stands in place of no model: ${other}.`);
      for (const fault of faults(model)) report(`${model.id}: ${fault}`);
    }
  });

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Checks that a schema of individual fields cannot express. */
function faults(model: z.infer<typeof manifestModel>): string[] {
  const paths = model.files.map((file) => file.path);
  const found = duplicates(paths).map((path) => `the file ${path} occurs twice`);
  if ('parts' in model) {
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

export type Device = z.infer<typeof device>;
export type ModelFile = z.infer<typeof modelFile>;
export type WhisperModel = z.infer<typeof whisperModel>;
export type TransducerModel = z.infer<typeof transducerModel>;
/** A speech recognition model. */
export type AsrModel = WhisperModel | TransducerModel;
export type SegmentationModelEntry = z.infer<typeof segmentationModel>;
export type SpeakerEmbeddingEntry = z.infer<typeof speakerEmbeddingModel>;
export type SpokenLanguageEntry = z.infer<typeof spokenLanguageModel>;
export type SortformerEntry = z.infer<typeof sortformerModel>;
export type StageModel = z.infer<typeof stageModel>;
export type TranslationModel = z.infer<typeof translationModel>;
export type MarianEntry = z.infer<typeof marianModel>;
/** A model that translates, whatever runs it. */
export type TranslatingModel = TranslationModel | MarianEntry;
export type ManifestModel = z.infer<typeof manifestModel>;
export type ModelSet = z.infer<typeof modelSet>;
export type Manifest = z.infer<typeof manifest>;
