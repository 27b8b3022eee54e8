import { InferenceSession } from 'onnxruntime-web/webgpu';
import { expect, it, vi } from 'vitest';
import { loadTransducer } from '../../../src/engine/asr/transducer/load-transducer.ts';
import { configureOnnxRuntime, onnxBuildFor } from '../../../src/models/device/configure-onnx.ts';
import { THREADS_STARTED, THREADS_STARTING } from '../../../src/realms/every-worker/shared/start-sign.ts';
import { PARAKEET, TINY_SPEECH, ZIPFORMER } from '../../fixtures/transducer/tiny-models.ts';
import { tinyParakeet } from '../../fixtures/transducer/tiny-parakeet.ts';
import { tinyZipformer } from '../../fixtures/transducer/tiny-zipformer.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const models = {
  'a streaming zipformer': { model: ZIPFORMER, files: tinyZipformer() },
  'Parakeet TDT': { model: PARAKEET, files: tinyParakeet() },
};

it('tells of the start of its threads, like Whisper', async () => {
  const { model, files } = models['Parakeet TDT'];
  const told: string[] = [];
  for (const sign of [THREADS_STARTING, THREADS_STARTED]) addEventListener(sign, () => told.push(sign));
  const engine = await loadTransducer({
    model,
    files: async (path) => new Response(files.get(path)),
    device: 'wasm',
    configureRuntime: (env) => configureOnnxRuntime(env, 2),
  });
  await engine.dispose();
  expect(told).toEqual([THREADS_STARTING, THREADS_STARTED]);
});

it.each(Object.entries(models))(
  'runs %s in the browser with files of its own origin',
  async (_, { model, files }) => {
    const engine = await loadTransducer({
      model,
      files: async (path) => new Response(files.get(path)),
      device: 'wasm',
      configureRuntime: (env) => configureOnnxRuntime(env, 1),
    });
    const options = { language: 'en', languages: [], codeSwitching: false };
    const { segments } = await engine.transcribe(TINY_SPEECH, options, new AbortController().signal);
    await engine.dispose();
    const words = segments.flatMap((segment) => segment.words);
    expect(words.length).toBeGreaterThan(2);
    expect(
      words.every(({ start, end, confidence }) => start <= end && confidence > 0 && confidence <= 1),
    ).toBe(true);
    const hosts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin);
    expect(new Set(hosts)).toEqual(new Set([location.origin]));
  },
);

it('runs Parakeet with its encoder on the graphics processor and its decoder in WASM', {
  tags: THOROUGH_TAG,
}, async (context) => {
  if (!(await navigator.gpu?.requestAdapter())) context.skip('Left out: this browser has no WebGPU.');
  const { files, model } = models['Parakeet TDT'];
  const create = vi.spyOn(InferenceSession, 'create');
  const hear = async (device: 'webgpu' | 'wasm') => {
    const engine = await loadTransducer({
      model,
      files: async (path) => new Response(files.get(path)),
      device,
      configureRuntime: (env) => configureOnnxRuntime(env, 1, onnxBuildFor(device)),
    });
    const options = { language: 'en', languages: [], codeSwitching: false };
    const { segments } = await engine.transcribe(TINY_SPEECH, options, new AbortController().signal);
    await engine.dispose();
    return segments.flatMap(({ words }) => words.map(({ word, start }) => ({ word, start })));
  };
  expect(await hear('webgpu')).toEqual(await hear('wasm'));
  // The encoder is the last to be opened.
  expect(create.mock.calls.map(([, options]) => options?.executionProviders)).toEqual([['wasm'], ['webgpu']]);
  create.mockRestore();
});
