import { z } from 'zod';

const device = z.enum(['webgpu', 'wasm']);

/** One file of a model. `bytes` and `sha256` are null where nobody could read them: the host's word is taken at download. */
const modelFile = z.object({
  path: z.string(),
  bytes: z.int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** Devices that need this file; absent means all. */
  devices: z.array(device).optional(),
});

const common = {
  /** Unique, kebab-case; the key in storage. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string(),
  /** A sentence for the model chooser. */
  description: z.string(),
  /** Folder under /models/ on the app's own origin, and in a folder given to `npm run models -- import`. */
  folder: z.string(),
  /** Where the hub keeps it; null where it is only ever supplied by hand. */
  source: z.object({ repo: z.string(), revision: z.string().nullable() }).nullable(),
  files: z.array(modelFile).min(1),
  /** Transcription language codes; 'all' for every one of them. */
  languages: z.union([z.literal('all'), z.array(z.string())]),
  licence: z.string(),
  /** Devices it may run on, best first. */
  devices: z.array(device).min(1),
};

/** Where a model stands in the automatic choice for its wire model: the highest rank that is installed and fits runs. */
const rank = z.object({ webgpu: z.number(), wasm: z.number() });

export const whisperModel = z.object({
  ...common,
  engine: z.literal('whisper'),
  serves: z.array(z.enum(['stt-1'])),
  rank,
  /** transformers.js dtype of each part, by device. */
  dtype: z.record(device, z.record(z.string(), z.string())),
  /** 'synthetic' models know only the sample's closed vocabulary and never serve a person's own recording by themselves. */
  scope: z.enum(['general', 'synthetic', 'timing']).default('general'),
});

export const transducerModel = z.object({
  ...common,
  engine: z.literal('transducer'),
  serves: z.array(z.enum(['stt-3'])),
  rank,
  /** Shape of the graphs: how features are made and how the joiner's output is read. */
  architecture: z.enum(['zipformer-rnnt', 'parakeet-tdt']),
  parts: z.object({
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string().nullable(),
    tokens: z.string(),
  }),
  punctuates: z.boolean(),
});

export const manifestModel = z.discriminatedUnion('engine', [whisperModel, transducerModel]);
export const manifest = z.object({ version: z.literal(1), models: z.array(manifestModel) });

export type ModelFile = z.infer<typeof modelFile>;
export type WhisperModel = z.infer<typeof whisperModel>;
export type TransducerModel = z.infer<typeof transducerModel>;
export type ManifestModel = z.infer<typeof manifestModel>;
export type Manifest = z.infer<typeof manifest>;
