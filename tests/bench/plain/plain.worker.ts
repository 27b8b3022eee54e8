import { type AutomaticSpeechRecognitionPipeline, env, LogLevel, pipeline } from '@huggingface/transformers';
import wasmGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { PlainAnswer, PlainRequest } from './plain-recogniser.ts';

/**
 * Speech recognition as transformers.js documents it: the whole recording in one call, in chunks of 30 s that overlap
 * by 5 s on each side, with word times. Same runtime files, threads and dtype as the app.
 */
let loaded: { model: string; recognise: AutomaticSpeechRecognitionPipeline } | null = null;

async function load({ model, threads }: PlainRequest): Promise<AutomaticSpeechRecognitionPipeline> {
  if (loaded?.model === model) return loaded.recognise;
  env.remoteHost = `${location.origin}/`;
  env.remotePathTemplate = 'models/{model}/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
  const { wasm } = env.backends.onnx;
  if (wasm) {
    wasm.wasmPaths = { mjs: wasmGlue, wasm: wasmBinary };
    wasm.numThreads = threads;
  }
  const recognise = await pipeline('automatic-speech-recognition', model, { device: 'wasm', dtype: 'q8' });
  loaded = { model, recognise };
  return recognise;
}

async function answer(request: PlainRequest): Promise<PlainAnswer> {
  const recognise = await load(request);
  const startedAt = performance.now();
  const output = await recognise(request.pcm, {
    chunk_length_s: 30,
    stride_length_s: 5,
    return_timestamps: 'word',
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const text = (Array.isArray(output) ? output : [output]).map((part) => part.text).join(' ');
  return { text, seconds };
}

self.onmessage = async ({ data, ports }: MessageEvent<PlainRequest>) => {
  const [reply] = ports;
  try {
    reply?.postMessage({ answer: await answer(data) });
  } catch (error) {
    reply?.postMessage({ error: String(error) });
  }
};
