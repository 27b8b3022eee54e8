import { afterEach, describe, expect, it, vi } from 'vitest';
import { inEnglishOf } from '../../../tests/fakes/in-english-of.ts';
import { msg } from '../../lib/errors/msg.ts';
import { findModel } from '../manifest/catalogue.ts';
import { filesFor } from '../manifest/manifest-files.ts';
import {
  allowSoftwareAdapter,
  type Capabilities,
  chooseDevice,
  describeGpuFilesOnWasm,
  judgeAdapter,
  worksOnCpu,
} from './capabilities.ts';

const PLAIN: Capabilities = {
  webgpu: { supported: false, reason: msg`this browser does not support WebGPU` },
  threading: { supported: true },
  hardwareConcurrency: 8,
  jspi: false,
  memoryGb: 8,
};

function withGpu(gpu: { shaderF16?: boolean; maxBufferBytes?: number } = {}): Capabilities {
  return {
    ...PLAIN,
    webgpu: { supported: true, adapter: 'acme gpu', shaderF16: true, maxBufferBytes: 2 ** 31, ...gpu },
  };
}

/** An adapter as described by a browser. */
function adapter(info: Partial<Parameters<typeof judgeAdapter>[0]['info']>, features: string[] = []) {
  const limits = { maxBufferSize: 2 ** 31, maxStorageBufferBindingSize: 2 ** 30 };
  return judgeAdapter({
    info: { vendor: '', architecture: '', device: '', description: '', ...info },
    features: { has: (feature) => features.includes(feature) },
    limits: limits as Parameters<typeof judgeAdapter>[0]['limits'],
  });
}

describe('judging a WebGPU adapter', () => {
  it('accepts a real one, with its limits and its shaders', () => {
    expect(adapter({ vendor: 'nvidia', architecture: 'ampere' }, ['shader-f16'])).toEqual({
      supported: true,
      adapter: 'nvidia ampere',
      shaderF16: true,
      maxBufferBytes: 2 ** 30,
    });
  });

  it.each([
    { vendor: 'google', architecture: 'swiftshader' },
    { vendor: 'mesa', description: 'llvmpipe (LLVM 19.1.7, 256 bits)' },
    { vendor: 'microsoft', description: 'Microsoft Basic Render Driver' },
    { vendor: 'intel', isFallbackAdapter: true },
  ])('rejects one that is emulated on the CPU: %o', (info) => {
    expect(inEnglishOf(adapter(info))).toEqual({
      supported: false,
      reason: expect.stringContaining('emulated'),
    });
  });

  it('does not reject a name that merely contains such a word', () => {
    expect(adapter({ vendor: 'warped', architecture: 'gen-12' })).toMatchObject({ supported: true });
  });
});

describe('asking the browser for a graphics processor', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** What a browser with this `navigator.gpu` says, in a realm that has not asked yet. */
  async function detected(gpu: object | undefined) {
    vi.resetModules();
    vi.stubGlobal('navigator', { hardwareConcurrency: 2, ...(gpu && { gpu }) });
    const { detectCapabilities } = await import('./capabilities.ts');
    return (await detectCapabilities()).webgpu;
  }

  it('takes limits and shaders from the adapter it gives', async () => {
    const requestAdapter = vi.fn(async () => ({
      info: { vendor: 'acme', architecture: 'gen-9', device: '', description: '' },
      features: new Set(['shader-f16']),
      limits: { maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: 2 ** 27 },
    }));
    const expected = { supported: true, adapter: 'acme gen-9', shaderF16: true, maxBufferBytes: 2 ** 27 };
    expect(await detected({ requestAdapter })).toEqual(expected);
    expect(requestAdapter).toHaveBeenCalledOnce();
  });

  it.each<[string, object | undefined, string]>([
    ['it knows none', undefined, 'this browser does not support WebGPU'],
    ['it has none', { requestAdapter: async () => null }, 'this device has no usable GPU'],
    [
      'it fails',
      { requestAdapter: () => Promise.reject(new Error('lost')) },
      'WebGPU could not be started (lost)',
    ],
  ])('has a reason where %s', async (_, gpu, reason) => {
    expect(inEnglishOf(await detected(gpu))).toEqual({ supported: false, reason });
  });

  it('asks again after a failure', async () => {
    vi.resetModules();
    const { detectCapabilities } = await import('./capabilities.ts');
    vi.stubGlobal('navigator', undefined);
    await expect(detectCapabilities()).rejects.toThrow();
    vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
    expect(await detectCapabilities()).toMatchObject({ hardwareConcurrency: 2 });
  });
});

describe('choosing the device of a model', () => {
  it('uses the GPU if it works', () => {
    expect(inEnglishOf(chooseDevice(findModel('whisper-small'), withGpu()))).toEqual({
      device: 'webgpu',
      filesOf: 'webgpu',
      threads: 4,
      fits: true,
      reason: 'Runs on the GPU (acme gpu), its decoder on the CPU with 4 threads.',
    });
    expect(inEnglishOf(chooseDevice(findModel('whisper-large-v3-turbo'), withGpu()))).toMatchObject({
      reason: 'Runs on the GPU (acme gpu).',
    });
  });

  it('counts a decoder of integers as work of the CPU', () => {
    const work = (id: string) => (['webgpu', 'wasm'] as const).map((on) => worksOnCpu(findModel(id), on));
    expect(work('whisper-base')).toEqual([true, true]);
    expect(work('whisper-large-v3-turbo')).toEqual([false, true]);
    expect(work('parakeet-ultra-fp16')).toEqual([false, true]);
  });

  it('uses WASM with threads if it does not, and says why', () => {
    expect(inEnglishOf(chooseDevice(findModel('whisper-small'), PLAIN))).toEqual({
      device: 'wasm',
      filesOf: 'wasm',
      threads: 4,
      fits: true,
      reason: 'Runs on the CPU with 4 threads, because this browser does not support WebGPU.',
    });
  });

  it.each([
    [1, 1],
    [2, 2],
    [64, 4],
  ])('of %i cores uses %i', (hardwareConcurrency, threads) => {
    expect(chooseDevice(findModel('whisper-base'), { ...PLAIN, hardwareConcurrency })).toMatchObject({
      threads,
    });
  });

  it('uses no more threads than serve the model', () => {
    expect(chooseDevice(findModel('zipformer-gigaspeech-3.3m'), PLAIN)).toMatchObject({ threads: 1 });
  });

  it('uses one thread if the page is not isolated', () => {
    const choice = chooseDevice(findModel('whisper-base'), {
      ...PLAIN,
      threading: { supported: false, reason: msg`the page is not cross-origin isolated` },
    });
    expect(inEnglishOf(choice)).toMatchObject({
      threads: 1,
      reason: expect.stringContaining('not cross-origin isolated'),
    });
  });

  it('falls back to WASM if a GPU buffer is too small, and says so', () => {
    const choice = chooseDevice(findModel('whisper-small'), withGpu({ maxBufferBytes: 128 * 1024 * 1024 }));
    expect(inEnglishOf(choice)).toMatchObject({
      device: 'wasm',
      fits: true,
      reason: expect.stringContaining('allows 134 MB'),
    });
  });

  it.each([
    ['a GPU', PLAIN, 'needs a GPU'],
    ['16-bit shaders', withGpu({ shaderF16: false }), '16-bit shaders'],
    ['memory', { ...withGpu(), memoryGb: 4 }, 'needs about 8 GB of memory, but this device has 4 GB'],
  ])('reports when a device lacks %s for a model', (_lack, capabilities, words) => {
    const choice = chooseDevice(findModel('whisper-large-v3-turbo'), capabilities);
    expect(inEnglishOf(choice)).toMatchObject({ fits: false, reason: expect.stringContaining(words) });
  });

  it('keeps models made for the CPU there', () => {
    const choice = chooseDevice(findModel('parakeet-tdt-0.6b-v3'), withGpu());
    expect(inEnglishOf(choice)).toMatchObject({
      device: 'wasm',
      reason: expect.stringContaining('which the model is made for'),
    });
  });

  it('runs Parakeet’s 16-bit encoder on a GPU that has 16-bit shaders, and nowhere else', () => {
    const model = findModel('parakeet-tdt-0.6b-v3-fp16');
    expect(chooseDevice(model, withGpu())).toMatchObject({ device: 'webgpu', fits: true });
    expect(chooseDevice(model, withGpu({ shaderF16: false }))).toMatchObject({ fits: false });
    expect(chooseDevice(model, PLAIN)).toMatchObject({ fits: false });
  });

  it.each(['qwen3-0.6b', 'qwen2.5-0.5b-instruct'])(
    'runs %s on the CPU where there is no GPU for it',
    (id) => {
      const model = findModel(id);
      expect(chooseDevice(model, withGpu())).toMatchObject({ device: 'webgpu', filesOf: 'webgpu' });
      for (const capabilities of [PLAIN, withGpu({ shaderF16: false })]) {
        expect(chooseDevice(model, capabilities)).toMatchObject({
          device: 'wasm',
          filesOf: 'wasm',
          threads: 4,
          fits: true,
        });
      }
      // WASM cannot compute with the GPU's 16-bit floats: it has files of its own.
      expect(describeGpuFilesOnWasm(model, PLAIN)).toBeNull();
      const graphs = (device: 'webgpu' | 'wasm') =>
        filesFor(model, device).flatMap(({ path }) => (path.endsWith('.onnx') ? path : []));
      expect(graphs('webgpu')).toEqual(['onnx/model_q4f16.onnx']);
      expect(graphs('wasm')).toEqual(['onnx/model_quantized.onnx']);
    },
  );

  it('runs files made for the GPU on WASM unless they hold 16-bit floats', () => {
    expect(describeGpuFilesOnWasm(findModel('whisper-small'), PLAIN)).toMatchObject({
      device: 'wasm',
      filesOf: 'webgpu',
      threads: 4,
    });
    expect(describeGpuFilesOnWasm(findModel('whisper-large-v3-turbo'), PLAIN)).toBeNull();
  });
});

describe('the switch that lets tests use a software adapter', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['production', 'development'])('throws in a build for %s, and changes nothing', (mode) => {
    vi.stubEnv('MODE', mode);
    expect(allowSoftwareAdapter).toThrow('for tests alone');
    expect(adapter({ vendor: 'google', architecture: 'swiftshader' }).supported).toBe(false);
  });
});
