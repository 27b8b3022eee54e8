import { type DataType, env, LogLevel } from '@huggingface/transformers';
import type { Env } from 'onnxruntime-web';
import { captureRuntime } from '../../engine/kernels/index.ts';
import type { Device } from '../../engine/onnx/device.ts';
import { type ModelFiles, withModelFiles } from '../../engine/onnx/with-model-files.ts';
import { z } from '../../lib/zod.ts';

export interface LoadTextModelOptions {
  /** Opens the model's files: `config.json`, `tokenizer.json`, `onnx/model_quantized.onnx` and so on. */
  files: ModelFiles;
  /** transformers.js dtype of each part. */
  dtype: Record<string, string>;
  device: Device;
  /** Configures the ONNX runtime's files and threads before its first session. */
  configureRuntime?: (env: Pick<Env, 'wasm' | 'logLevel'>) => void;
}

/** Options for transformers.js when it loads a model's parts. */
export interface PretrainedOptions {
  dtype: Record<string, DataType>;
  /** `auto` picks the only one that Node's unit tests have. */
  device: Device | 'auto';
}

const dtypes = z.record(z.string(), z.enum(['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'bnb4', 'q4f16']));

/**
 * Loads a text model in the transformers.js layout. All its files come from `files`; nothing is fetched elsewhere.
 *
 * @param load calls `from_pretrained` for what it needs, with this id and these options
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadTextModel<Model>(
  options: LoadTextModelOptions,
  load: (modelId: string, pretrained: PretrainedOptions) => Promise<Model>,
): Promise<Model> {
  env.logLevel = LogLevel.NONE;
  const wasm = env.backends.onnx.wasm;
  if (wasm) options.configureRuntime?.({ wasm });
  // Its worker gets an event when the runtime starts its threads.
  if (wasm && options.device === 'wasm') captureRuntime({ wasm, version: env.backends.onnx.versions?.web });
  const dtype = dtypes.parse(options.dtype);
  const device = 'process' in globalThis ? 'auto' : options.device;
  return withModelFiles(
    options.files,
    () => undefined,
    (modelId) => load(modelId, { dtype, device }),
  );
}
