import { beforeEach, expect, it } from 'vitest';
import { timeDevices } from '../../../src/engine/onnx/time-devices.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';
import { configureOnnxRuntime, fetchOnnxBuild } from '../../../src/models/device/configure-onnx.ts';
import { judgeGpu, knownSlowGpu, SlowGpuError } from '../../../src/models/device/judge-gpu.ts';
import { getGpuTiming, noteGpuTiming } from '../../../src/storage/models/gpu-timing.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const never = () => Promise.reject(new Error('It was timed again.'));

/** As if it had been found out at another time, on another device, or never. */
async function remember(change: { of?: string; at?: string } = {}): Promise<void> {
  await judgeGpu(async () => ({ gpu: 1, cpu: 1 })).catch(() => undefined);
  const known = await getGpuTiming();
  if (!known) throw new Error('Nothing was remembered.');
  await noteGpuTiming({ ...known, ...change });
}

beforeEach(() => remember({ of: 'another device' }));

it('takes a GPU that is twice as fast as the CPU, and remembers it', async () => {
  await judgeGpu(async () => ({ gpu: 20, cpu: 40 }));
  await judgeGpu(never);
  expect(await knownSlowGpu()).toBeUndefined();
});

it('refuses one that gains less, and remembers that', async () => {
  expect(await knownSlowGpu()).toBeUndefined();
  await expect(judgeGpu(async () => ({ gpu: 21, cpu: 40 }))).rejects.toThrow(SlowGpuError);
  await expect(judgeGpu(never)).rejects.toThrow('The GPU is 1.9 times as fast as the CPU.');
  const reason = await knownSlowGpu();
  expect(reason && inEnglish(reason)).toBe('the GPU is hardly faster than the CPU');
});

it('times again after a month, and after the clock was put back by one', async () => {
  for (const days of [-31, 31]) {
    await remember({ at: new Date(Date.now() + days * 24 * 3_600_000).toISOString() });
    expect(await knownSlowGpu()).toBeUndefined();
    await judgeGpu(async () => ({ gpu: 1, cpu: 9 }));
    await remember({ of: 'another device' });
  }
});

it('remembers nothing of a device that failed', async () => {
  await expect(judgeGpu(() => Promise.reject(new Error('device lost')))).rejects.toThrow('device lost');
  await judgeGpu(async () => ({ gpu: 1, cpu: 9 }));
});

it('times real products, for which a software adapter takes longer', {
  tags: THOROUGH_TAG,
}, async (context) => {
  if (!(await navigator.gpu?.requestAdapter())) context.skip('Left out: this browser has no WebGPU.');
  const runtime = await import('onnxruntime-web/webgpu');
  await fetchOnnxBuild('asyncify');
  configureOnnxRuntime(runtime.env, 1, 'asyncify');
  await expect(judgeGpu(() => timeDevices(runtime))).rejects.toThrow(SlowGpuError);
});
