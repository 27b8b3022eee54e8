import { afterEach, expect, it, vi } from 'vitest';
import { judgeGpu, knownSlowGpu, SlowGpuError } from '../../../models/device/judge-gpu.ts';

// As in the workers of a frame that is denied storage; with storage: tests/browser/models/judge-gpu.test.ts.
vi.mock('../../../storage/models/gpu-timing.ts', () => {
  const denied = async () => Promise.reject(new DOMException('The user denied permission.', 'UnknownError'));
  return { getGpuTiming: denied, noteGpuTiming: denied };
});

afterEach(() => vi.unstubAllGlobals());

it('times a GPU where nothing can be remembered', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await knownSlowGpu()).toBeUndefined();
  await judgeGpu(async () => ({ gpu: 20, cpu: 40 }));
  await expect(judgeGpu(async () => ({ gpu: 21, cpu: 40 }))).rejects.toThrow(SlowGpuError);
});
