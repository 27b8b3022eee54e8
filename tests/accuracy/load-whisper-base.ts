import type { LoadWhisperOptions } from '../../src/engine/asr/whisper/load-whisper.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../miniatures/node-runtime.ts';

export const WHISPER_BASE = new URL('../../../shared/models/whisper-base-q8/', import.meta.url);

/** How Node opens the real weights of Whisper base, on one thread. */
export async function whisperBaseOptions(): Promise<LoadWhisperOptions> {
  await useWasmRuntime();
  return {
    files: filesIn(WHISPER_BASE),
    dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    device: 'wasm',
    configureRuntime: configureNodeRuntime,
  };
}
