import {
  AutoTokenizer,
  type DataType,
  env,
  LogLevel,
  type PreTrainedTokenizer,
  WhisperForConditionalGeneration,
} from '@huggingface/transformers';
import type { Env } from 'onnxruntime-web';
import { appOrigin } from '../../../lib/addresses/app-origin.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { madeOnce } from '../../../lib/made-once.ts';
import { z } from '../../../lib/zod.ts';
import { MAX_WINDOW_SECONDS, SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import { whisperLogMel } from '../../features/whisper-log-mel.ts';
import { captureRuntime, isCaptured } from '../../kernels/index.ts';
import { EditedGraphs, type EncoderEdit, type OrtSession } from '../../kernels/sessions.ts';
import type { Device } from '../../onnx/device.ts';
import { readModelFile } from '../../onnx/read-model-file.ts';
import { startRuntime } from '../../onnx/start-runtime.ts';
import { gpuOfRuntime, transformersRuntime } from '../../onnx/transformers-runtime.ts';
import { type ModelFiles, withModelFiles } from '../../onnx/with-model-files.ts';
import type { AsrEngine } from '../asr-engine.ts';
import type { LiveEngine } from '../live-recogniser.ts';
import { GpuWhisperModel } from './gpu-whisper-model.ts';
import type { GpuCandidate } from './judge-gpu-steps.ts';
import { LiveWhisper } from './live-whisper.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { type AlignmentHeads, parseWhisperConfig } from './whisper-config.ts';
import { WhisperEngine } from './whisper-engine.ts';
import { WhisperModel } from './whisper-model.ts';
import { readVocabulary } from './words/read-vocabulary.ts';
import { TokenText } from './words/token-text.ts';

export interface LoadWhisperOptions {
  /** Opens the model's files: `config.json`, `onnx/encoder_model_quantized.onnx` and so on. */
  files: ModelFiles;
  /** transformers.js dtype of `encoder_model` and `decoder_model_merged`. */
  dtype: Record<string, string>;
  device: Device;
  /** Where the decoder runs, if not on `device`. */
  decoderDevice?: Device;
  /** Where the decoder's steps are computed beside the sessions; on the runtime's GPU, if it has one, where that is faster, if absent. */
  steps?: {
    /** Null if there is none. */
    device: () => Promise<GPUDevice | null>;
    /** Whether they remain there, by the milliseconds of a token there and in the sessions. */
    isFaster: GpuCandidate['isFaster'];
  };
  /** Configures the ONNX runtime's files and threads before its first session. */
  configureRuntime?: (env: RuntimeEnv) => void;
  /** Called with the configured runtime before a file is read; what it throws is thrown. */
  onRuntime?: (runtime: ReturnType<typeof transformersRuntime>) => Promise<void>;
  /** 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** The ONNX runtime settings that transformers.js exposes. */
export type RuntimeEnv = Pick<Env, 'wasm' | 'logLevel'>;

const dtypes = z.record(z.string(), z.enum(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'bnb4', 'q4f16']));

/** The end token of OpenAI's vocabularies, whose models alone are known to understand shortened windows. */
const LEAST_END_TOKEN = 50_256;

/**
 * Every step of the decoder takes the encoder's output: out of the CPU's memory, 3 MB of Whisper base would be sent to the GPU for each
 * token, and our own steps take it there, too. transformers.js replaces this for the decoder, whose caches remain there.
 */
const ENCODED_STAYS = { preferredOutputLocation: { last_hidden_state: 'gpu-buffer' } } as const;

/** On the same device as the encoder, whose output then remains there. */
const ON_RUNTIME: NonNullable<LoadWhisperOptions['steps']> = {
  device: gpuOfRuntime,
  isFaster: (gpu, other) => gpu < other,
};

/** New speech that is worth a run of the encoder and the decoder. */
const LIVE_STEP_SECONDS = 0.8;

/** Share of the progress spent reading the files; the rest is preparing the sessions. */
const READING_SHARE = 0.9;

/**
 * Loads a Whisper model in the transformers.js layout (`encoder_model`, `decoder_model_merged`). All files come from
 * `files`; nothing is fetched elsewhere. Works in pages and workers.
 *
 * A model exported without cross attentions (only those named `_timestamped` have them) is usable, but its word times
 * are spread over each segment by word length and then moved to where speech is.
 *
 * @throws AppError `model_missing` if `files` lacks a file; `internal` if the files are not a Whisper model
 */
export async function loadWhisper(options: LoadWhisperOptions): Promise<AsrEngine> {
  return new WhisperEngine(await loadWhisperParts(options));
}

/** Loads the same for what is recognised while it is spoken. */
export async function loadLiveWhisper(options: LoadWhisperOptions): Promise<LiveEngine> {
  return liveWhisper(await loadWhisperParts(options));
}

/** The same of a model that is loaded. */
export const liveWhisper = (parts: LoadedWhisper): LiveEngine => ({
  step: LIVE_STEP_SECONDS,
  open: (options) => new LiveWhisper(parts, options),
  dispose: () => parts.model.dispose(),
});

/** The same without the engine around it; `alignment` overrides the heads from the model's `generation_config.json`. */
export async function loadWhisperParts(
  options: LoadWhisperOptions,
  alignment?: AlignmentHeads,
): Promise<LoadedWhisper> {
  for (const edit of ['cut', 'shortened'] as const) {
    try {
      return await loadParts(options, alignment, edit);
    } catch (error) {
      if (!(error instanceof EditedGraphError)) throw error;
      console.error(error.cause);
    }
  }
  return loadParts(options, alignment, 'published');
}

/** The model could not be opened with its edited encoder. */
class EditedGraphError extends Error {}

async function loadParts(
  options: LoadWhisperOptions,
  alignment: AlignmentHeads | undefined,
  encoderEdit: EncoderEdit,
): Promise<LoadedWhisper> {
  const { onProgress = () => undefined } = options;
  // A failed run would log whole tensors.
  env.logLevel = LogLevel.NONE;
  const wasm = env.backends.onnx.wasm;
  const { device, decoderDevice = device } = options;
  const steps = options.steps ?? (device === 'webgpu' ? ON_RUNTIME : undefined);
  if (wasm) options.configureRuntime?.({ wasm });
  refuseForeignRuntime(wasm?.wasmPaths);
  if (wasm) {
    // Also for the GPU: where it fails, the model goes on in the same runtime.
    captureRuntime({ wasm, version: env.backends.onnx.versions?.web });
    if (device === 'wasm') startRuntime(transformersRuntime());
  }
  await options.onRuntime?.(transformersRuntime());
  const dtype: Record<string, DataType> = dtypes.parse(options.dtype);
  const graphs = new EditedGraphs({
    device,
    decoderDevice,
    threads: wasm?.numThreads ?? 1,
    isCaptured: wasm !== undefined && isCaptured(wasm),
    encoder: encoderEdit,
    gpu: steps?.device,
  });
  const files = graphs.files(options.files);

  const onRead = (fraction: number) => onProgress(fraction * READING_SHARE);
  return withModelFiles(files, onRead, async (modelId) => {
    const [tokenizer, model] = await Promise.all([
      readTokenizer(options.files),
      WhisperForConditionalGeneration.from_pretrained(modelId, {
        dtype,
        // Outside browsers the runtime's only device has no name.
        device:
          'process' in globalThis ? 'auto' : { encoder_model: device, decoder_model_merged: decoderDevice },
        ...(device === 'webgpu' && { session_options: ENCODED_STAYS }),
      }),
    ]).catch((cause) => {
      throw graphs.isEdited ? new EditedGraphError('The edited encoder cannot be used.', { cause }) : cause;
    });
    const sessions: Record<string, OrtSession> = model.sessions;
    const { model: encoder, decoder_model_merged: decoder } = sessions;
    if (!encoder || !decoder) {
      throw new AppError('internal', msg`The speech model has no encoder or no merged decoder.`);
    }
    const parsed = parseWhisperConfig(model.config, model.generation_config);
    const config = alignment ? { ...parsed, alignment } : parsed;
    const opened = await graphs.open(encoder, decoder, config).catch((cause: unknown) => {
      throw graphs.isEdited ? new EditedGraphError('The edited encoder cannot be used.', { cause }) : cause;
    });
    onProgress(1);
    const { stepper, gpu } = opened;
    const rawEncoder = device === 'webgpu' ? encoder : opened.encoder;
    const whisper = gpu
      ? new GpuWhisperModel(opened.encoder, opened.decoder, config, {
          texts: gpu,
          isFaster: steps?.isFaster ?? ON_RUNTIME.isFaster,
          stepper,
          rawEncoder,
        })
      : new WhisperModel(opened.encoder, opened.decoder, config, stepper);
    return {
      model: whisper,
      text: new TokenText(readVocabulary(tokenizer, config.endToken)),
      encodeText: textEncoder(options.files),
      extractFeatures: (pcm, seconds = MAX_WINDOW_SECONDS) => {
        const data = whisperLogMel(pcm, Math.round(seconds * SAMPLE_RATE), config.mels);
        return { data, dims: [1, config.mels, data.length / config.mels] };
      },
      shortAudio: config.endToken < LEAST_END_TOKEN ? 'never' : graphs.isShortened ? 'encoded' : 'impossible',
      copiesCache: decoderDevice === 'wasm' && !opened.areKept,
      // Reading attention back at every step costs the GPU more than one pass over the finished text.
      attentionOnTheWay: decoderDevice === 'wasm',
    };
  });
}

const TOKENIZER = 'tokenizer.json';

async function readTokenizer(files: ModelFiles): Promise<string> {
  const bytes = await readModelFile(TOKENIZER, await files(TOKENIZER), () => undefined);
  return new TextDecoder().decode(bytes);
}

/** Reads the tokenizer when it is first needed. */
function textEncoder(files: ModelFiles): LoadedWhisper['encodeText'] {
  const tokenizer = madeOnce(() =>
    withModelFiles(
      files,
      () => undefined,
      (modelId): Promise<PreTrainedTokenizer> => AutoTokenizer.from_pretrained(modelId),
    ),
  );
  return async (text) => (await tokenizer()).encode(text, { add_special_tokens: false });
}

/** transformers.js falls back to a public host for the runtime's files unless their location is set. */
function refuseForeignRuntime(paths: unknown): void {
  const origin = appOrigin();
  const addresses = typeof paths === 'object' && paths ? Object.values(paths) : [paths];
  for (const address of addresses) {
    if (origin === null || address === undefined) continue;
    if (new URL(String(address), origin).origin !== origin) {
      throw new AppError(
        'internal',
        msg`The ONNX runtime was not set up before the speech model was loaded.`,
      );
    }
  }
}
