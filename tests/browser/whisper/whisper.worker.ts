import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import { loadWhisperParts } from '../../../src/engine/asr/whisper/load-whisper.ts';
import type { LoadedWhisper } from '../../../src/engine/asr/whisper/loaded-whisper.ts';
import { WhisperEngine } from '../../../src/engine/asr/whisper/whisper-engine.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';
import {
  allowSoftwareAdapter,
  chooseDevice,
  detectCapabilities,
} from '../../../src/models/device/capabilities.ts';
import { configureOnnxRuntime, fetchOnnxBuild } from '../../../src/models/device/configure-onnx.ts';
import { decoderDevice } from '../../../src/models/device/decoder-device.ts';
import { findAsrModel } from '../../../src/models/manifest/catalogue.ts';
import { EXACT_FILES, type WhisperAnswer, type WhisperRequest } from './whisper-request.ts';

let loaded: { device: string; engine: AsrEngine; fractions: number[] } | null = null;
let encodedOn: string | null = null;

const loadOnWasm = (onProgress: (fraction: number) => void) =>
  loadWhisperParts({
    files: (path) => fetch(`/models/mini-whisper/${path}`),
    dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    device: 'wasm',
    configureRuntime: (env) => configureOnnxRuntime(env, 1, 'wasm'),
    onProgress,
  });

/** Where the app would run the miniature if it were offered with its exact files: on WebGPU, or the test fails. */
async function loadOnGpu(
  onProgress: (fraction: number) => void,
  form: 'fp32' | 'q8',
): Promise<LoadedWhisper> {
  allowSoftwareAdapter();
  const dtype = { encoder_model: form, decoder_model_merged: form };
  const devices = ['webgpu' as const, 'wasm' as const];
  const model = { ...findAsrModel('mini-whisper'), devices, dtype: { webgpu: dtype } };
  const choice = chooseDevice(model, await detectCapabilities());
  if (choice.device !== 'webgpu') throw new Error(`Not on WebGPU: ${inEnglish(choice.reason)}`);
  await fetchOnnxBuild('asyncify');
  return loadWhisperParts({
    files: (path) =>
      fetch(path.endsWith('_quantized.onnx') ? `/models/mini-whisper/${path}` : `${EXACT_FILES}/${path}`),
    dtype,
    device: choice.device,
    decoderDevice: decoderDevice(choice.device, dtype),
    configureRuntime: (env) => configureOnnxRuntime(env, choice.threads, 'asyncify'),
    onProgress,
  });
}

function noteEncoded({ model }: LoadedWhisper): void {
  const encode = model.encode.bind(model);
  model.encode = async (...given) => {
    const encoded = await encode(...given);
    encodedOn = encoded.hidden.location;
    return encoded;
  };
}

async function answer({ device, isShortened, window, options }: WhisperRequest): Promise<WhisperAnswer> {
  if (loaded?.device !== device) {
    const fractions: number[] = [];
    const onProgress = (fraction: number) => fractions.push(fraction);
    const parts =
      device === 'wasm'
        ? await loadOnWasm(onProgress)
        : await loadOnGpu(onProgress, device === 'software webgpu' ? 'fp32' : 'q8');
    noteEncoded(parts);
    const engine = new WhisperEngine(isShortened ? { ...parts, shortAudio: 'encoded' } : parts);
    loaded = { device, engine, fractions };
  }
  const transcript = await loaded.engine.transcribe(window, options, new AbortController().signal);
  const requests = performance.getEntriesByType('resource').map(({ name }) => name);
  return { transcript, fractions: loaded.fractions, requests, encodedOn };
}

self.onmessage = async ({ data, ports }: MessageEvent<WhisperRequest>) => {
  try {
    ports[0]?.postMessage({ answer: await answer(data) });
  } catch (error) {
    ports[0]?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
};
