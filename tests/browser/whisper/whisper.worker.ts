import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import { loadWhisper } from '../../../src/engine/asr/whisper/load-whisper.ts';
import { configureOnnxRuntime } from '../../../src/models/configure-onnx.ts';
import type { WhisperAnswer, WhisperRequest } from './whisper-request.ts';

let loaded: { device: string; engine: AsrEngine; fractions: number[] } | null = null;

async function answer({ device, window, options }: WhisperRequest): Promise<WhisperAnswer> {
  if (loaded?.device !== device) {
    const fractions: number[] = [];
    const engine = await loadWhisper({
      files: (path) => fetch(`/models/mini-whisper/${path}`),
      dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
      device,
      configureRuntime: (env) => configureOnnxRuntime(env, 1, device === 'webgpu' ? 'asyncify' : 'wasm'),
      onProgress: (fraction) => fractions.push(fraction),
    });
    loaded = { device, engine, fractions };
  }
  const transcript = await loaded.engine.transcribe(window, options, new AbortController().signal);
  const requests = performance.getEntriesByType('resource').map(({ name }) => name);
  return { transcript, fractions: loaded.fractions, requests };
}

self.onmessage = async ({ data, ports }: MessageEvent<WhisperRequest>) => {
  try {
    ports[0]?.postMessage({ answer: await answer(data) });
  } catch (error) {
    ports[0]?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
