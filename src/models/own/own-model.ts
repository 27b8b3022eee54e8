import { ownModelId } from '../../contract/jobs/own-model-id.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-code.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import { z } from '../../lib/zod.ts';
import { catalogue } from '../manifest/catalogue.ts';
import type { Device, ModelFile, WhisperModel } from '../manifest/manifest.ts';

/** A folder with a Whisper model in the transformers.js layout that the manifest does not name. */
export interface OwnFolder {
  /** Its name, without a path. */
  name: string;
  /** Paths below the folder. */
  files: readonly { path: string; bytes: number }[];
  /** Text of a small file, as stored. */
  texts: ReadonlyMap<string, string>;
  /** Names of the decoder graph's outputs. */
  decoderOutputs: readonly string[];
}

export const CONFIG = 'config.json';
export const GENERATION_CONFIG = 'generation_config.json';
const TEXT_FILES = [
  CONFIG,
  GENERATION_CONFIG,
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
];

/** File name endings of each transformers.js dtype. */
const ENDINGS: Readonly<Record<string, string>> = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
};

/** The dtypes a device runs, best first. WASM has no 16-bit floats; beside a GPU, a decoder of integers runs on the CPU. */
const PREFERRED: Readonly<Record<Device, { encoder_model: string[]; decoder_model_merged: string[] }>> = {
  wasm: {
    encoder_model: ['q8', 'int8', 'uint8', 'fp32', 'q4', 'bnb4'],
    decoder_model_merged: ['q8', 'int8', 'uint8', 'fp32', 'q4', 'bnb4'],
  },
  webgpu: {
    encoder_model: ['fp32', 'fp16', 'q4'],
    decoder_model_merged: ['q8', 'int8', 'uint8', 'q4', 'fp32', 'fp16', 'q4f16'],
  },
};
const PARTS = ['encoder_model', 'decoder_model_merged'] as const;
type Part = (typeof PARTS)[number];

const configFile = z.object({ model_type: z.string() });
const generationFile = z.object({
  is_multilingual: z.boolean().nullish(),
  lang_to_id: z.record(z.string(), z.int()).nullish(),
  alignment_heads: z.array(z.unknown()).nullish(),
  alignment_heads_predicting: z.array(z.unknown()).nullish(),
});

const graphPath = (part: Part, dtype: string) => `onnx/${part}${ENDINGS[dtype]}.onnx`;

/**
 * A user's model, described like a manifest entry: title from its folder, languages from its tokens, no hashes. Throws
 * AppError 400 with one sentence that names the file at fault.
 */
export function describeOwnModel(folder: OwnFolder): WhisperModel {
  const paths = new Set(folder.files.map(({ path }) => path));
  const config = parseFile(folder, CONFIG, configFile);
  if (config.model_type !== 'whisper') {
    throw unusable(folder, msg`${CONFIG} describes a model of type "${config.model_type}", not Whisper`);
  }
  for (const path of TEXT_FILES) if (!paths.has(path)) throw unusable(folder, msg`${path} is missing`);
  const generation = parseFile(folder, GENERATION_CONFIG, generationFile);
  const decoder = decoderGraph(folder);
  const heads = generation.alignment_heads_predicting ?? generation.alignment_heads ?? [];
  if (heads.length === 0) {
    throw unusable(
      folder,
      msg`${GENERATION_CONFIG} lacks alignment_heads, the attention heads that word times come from`,
    );
  }
  if (!folder.decoderOutputs.some((name) => name.startsWith('cross_attentions.'))) {
    throw unusable(
      folder,
      msg`${decoder} has no cross attentions among its outputs, which word times need; export it with output_attentions=True`,
    );
  }
  const dtype: WhisperModel['dtype'] = {};
  for (const device of ['webgpu', 'wasm'] as const) {
    const chosen = dtypesFor(device, paths);
    if (chosen) dtype[device] = chosen;
  }
  const devices = (['webgpu', 'wasm'] as const).filter((device) => dtype[device]);
  if (devices.length === 0) {
    throw unusable(folder, msg`${decoder} and the encoder beside it have no form that one device can run`);
  }
  const id = idOf(folder.name);
  return {
    id,
    title: plainName(folder.name).slice(0, LONGEST_TITLE) || id,
    description: 'A model of your own. Earshot has not checked its files or its results.',
    own: true,
    engine: 'whisper',
    scope: 'general',
    serves: ['stt-1'],
    // Below every model of the manifest: it runs where it was chosen, or was served with the app and there is no other.
    rank: { webgpu: 0.5, wasm: 0.5 },
    offeredFirstOn: [],
    folder: id,
    source: null,
    languages: languagesOf(generation),
    licence: 'Licence not checked',
    devices,
    needs: { shaderF16: usesHalfFloats(dtype.webgpu), bufferBytes: null, memoryGb: null },
    dtype,
    approximateBytes: {},
    files: filesOf(folder, dtype),
  };
}

/** Path of the decoder graph whose outputs are looked at. @throws AppError 400 if there is no encoder or decoder */
export function decoderGraph(folder: Pick<OwnFolder, 'name' | 'files'>): string {
  const paths = new Set(folder.files.map(({ path }) => path));
  for (const part of PARTS) {
    if (!Object.keys(ENDINGS).some((dtype) => paths.has(graphPath(part, dtype)))) {
      throw unusable(folder, msg`${graphPath(part, 'fp32')}, or a quantised form of it, is missing`);
    }
  }
  const dtype = Object.keys(ENDINGS).find((name) => paths.has(graphPath('decoder_model_merged', name)));
  return graphPath('decoder_model_merged', dtype ?? 'fp32');
}

/** Whether a folder looks like a model of the transformers.js layout at all. */
export function looksLikeModel(paths: readonly string[]): boolean {
  return (
    paths.includes(CONFIG) &&
    (paths.includes(GENERATION_CONFIG) || paths.some((path) => /^onnx\/.+\.onnx$/.test(path)))
  );
}

/** Most characters of a title made from a folder's name. */
const LONGEST_TITLE = 120;

/** The folder's name in the characters of an id, distinct from all ids of the manifest. */
function idOf(name: string): string {
  const plain = ownModelId(name);
  const taken = catalogue.some(({ id, folder }) => id === plain || folder === plain);
  return taken ? `${plain}-own` : plain;
}

function dtypesFor(device: Device, paths: ReadonlySet<string>): Record<Part, string> | null {
  const pick = (part: Part) => PREFERRED[device][part].find((dtype) => paths.has(graphPath(part, dtype)));
  const encoder_model = pick('encoder_model');
  const decoder_model_merged = pick('decoder_model_merged');
  return encoder_model && decoder_model_merged ? { encoder_model, decoder_model_merged } : null;
}

const usesHalfFloats = (dtypes: Record<string, string> | undefined) =>
  Object.values(dtypes ?? {}).some((dtype) => dtype.endsWith('f16') || dtype === 'fp16');

/** The text files for every device, and each device's graphs with the weights stored beside them. */
function filesOf({ files }: OwnFolder, dtype: WhisperModel['dtype']): ModelFile[] {
  const devicesOf = new Map<string, Device[]>();
  for (const device of ['webgpu', 'wasm'] as const) {
    for (const part of PARTS) {
      const name = dtype[device]?.[part];
      if (name === undefined) continue;
      const path = graphPath(part, name);
      devicesOf.set(path, [...(devicesOf.get(path) ?? []), device]);
    }
  }
  return files.flatMap(({ path, bytes }): ModelFile[] => {
    if (TEXT_FILES.includes(path)) return [{ path, bytes, sha256: null }];
    const graph = path.replace(/(\.onnx)_data(_\d+)?$/, '$1');
    const devices = devicesOf.get(graph);
    return devices ? [{ path, bytes, sha256: null, devices }] : [];
  });
}

function languagesOf({
  is_multilingual,
  lang_to_id,
}: z.infer<typeof generationFile>): WhisperModel['languages'] {
  if (!(is_multilingual ?? lang_to_id != null)) return ['en'];
  const tokens = Object.keys(lang_to_id ?? {}).map((token) => token.replace(/^<\|(.*)\|>$/, '$1'));
  const known: string[] = TRANSCRIPTION_LANGUAGE_CODES.filter((code) => tokens.includes(code));
  return known.length >= TRANSCRIPTION_LANGUAGE_CODES.length ? 'all' : known;
}

function parseFile<Schema extends z.ZodType>(
  folder: OwnFolder,
  path: string,
  schema: Schema,
): z.infer<Schema> {
  const text = folder.texts.get(path);
  if (text === undefined) throw unusable(folder, msg`${path} is missing`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw unusable(folder, msg`${path} is not valid JSON`, error);
  }
  const checked = schema.safeParse(parsed);
  if (!checked.success) throw unusable(folder, msg`${path} does not describe a Whisper model`, checked.error);
  return checked.data;
}

const unusable = ({ name }: Pick<OwnFolder, 'name'>, why: Message, cause?: unknown) =>
  new AppError('invalid_request', msg`The model folder "${name}" cannot be used: ${why}.`, { cause });
