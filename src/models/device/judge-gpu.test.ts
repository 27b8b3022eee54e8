import { afterEach, expect, it, vi } from 'vitest';
import { judgeGpu, knownSlowGpu, SlowGpuError } from './judge-gpu.ts';

afterEach(() => vi.unstubAllGlobals());

// Node has no IndexedDB, like the workers of a frame that is denied storage. With one: tests/browser/models/judge-gpu.test.ts.
it('times a GPU where nothing can be remembered', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  expect(await knownSlowGpu()).toBeUndefined();
  await judgeGpu(async () => ({ gpu: 20, cpu: 40 }));
  await expect(judgeGpu(async () => ({ gpu: 21, cpu: 40 }))).rejects.toThrow(SlowGpuError);
});
