import { expect, it, vi } from 'vitest';
import type { Device } from '../../../engine/onnx/device.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { SlowGpuError } from '../../../models/device/judge-gpu.ts';
import { GpuFallback } from './gpu-fallback.ts';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** A model that returns its device, and a record of what happened to it. */
function start(
  options: {
    only?: Device;
    isSlow?: boolean;
    onDispose?: () => void;
    onLoad?: (device: Device) => void;
  } = {},
) {
  const log: string[] = [];
  const loading = GpuFallback.load({
    title: 'Whisper small',
    async choose(withoutGpu) {
      const device = options.only ?? (withoutGpu === undefined ? 'webgpu' : 'wasm');
      if (withoutGpu !== undefined && device === 'webgpu') throw new AppError('model_missing', withoutGpu);
      return { device, threads: 1, reason: withoutGpu ?? msg``, fits: true, filesOf: device };
    },
    async load({ device }, evenIfSlow = false) {
      log.push(`load ${device}`);
      if (options.isSlow && device === 'webgpu' && !evenIfSlow) throw new SlowGpuError();
      options.onLoad?.(device);
      return {
        device,
        async dispose() {
          log.push(`dispose ${device}`);
          options.onDispose?.();
        },
      };
    },
  });
  return { loading, log };
}

const isOnWasm = { isSane: (device: Device) => device === 'wasm' };
const answer = async ({ device }: { device: Device }) => device;

it('releases the GPU before it loads the model again', async () => {
  const { loading, log } = start();
  const model = await loading;
  expect(await model.run(answer, isOnWasm)).toBe('wasm');
  expect(log).toEqual(['load webgpu', 'dispose webgpu', 'load wasm']);
  expect(model.choice).toMatchObject({ device: 'wasm', reason: msg`the GPU produced blank or looping text` });
});

it('moves once for all that runs at a time, and keeps others waiting meanwhile', async () => {
  const { loading, log } = start();
  const model = await loading;
  const ran: string[] = [];
  const run = () =>
    model.run(async (running) => {
      ran.push(running.device);
      await new Promise((resolve) => setTimeout(resolve));
      return running.device;
    }, isOnWasm);
  const together = [run(), run(), run()];
  await vi.waitFor(() => expect(log).toContain('dispose webgpu'));
  expect(await Promise.all([...together, run()])).toEqual(['wasm', 'wasm', 'wasm', 'wasm']);
  expect(log).toEqual(['load webgpu', 'dispose webgpu', 'load wasm']);
  expect(ran.filter((device) => device === 'webgpu')).toHaveLength(3);
});

it('takes the CPU where the GPU is slow, and says so', async () => {
  const { loading, log } = start({ isSlow: true });
  expect((await loading).choice).toMatchObject({
    device: 'wasm',
    reason: msg`the GPU is hardly faster than the CPU`,
  });
  expect(log).toEqual(['load webgpu', 'load wasm']);
});

it('takes a slow GPU for what runs nowhere else', async () => {
  const { loading, log } = start({ isSlow: true, only: 'webgpu' });
  expect((await loading).choice.device).toBe('webgpu');
  expect(log).toEqual(['load webgpu', 'load webgpu']);
});

it('moves on from a GPU that cannot even release its memory', async () => {
  const { loading } = start({
    onDispose: () => {
      throw new Error('The device is lost.');
    },
  });
  expect(await (await loading).run(answer, isOnWasm)).toBe('wasm');
});

it('keeps the model and says why if it runs nowhere else', async () => {
  const { loading, log } = start({ only: 'webgpu' });
  await expect((await loading).run(answer, isOnWasm)).rejects.toMatchObject({ code: 'model_missing' });
  expect(log).toEqual(['load webgpu']);
});

it('accepts what WASM produces as it is', async () => {
  const model = await start({ only: 'wasm' }).loading;
  expect(await model.run(answer, { isSane: () => false })).toBe('wasm');
  await expect(model.run(() => Promise.reject(new Error('broken')), isOnWasm)).rejects.toThrow('broken');
});

const FULL = new Error("Can't create a session. failed to allocate a buffer of size 145214325.");
const NAMED = {
  code: 'internal',
  message: expect.stringMatching(/^There is not enough memory left to load Whisper small\. Close other tabs/),
};

it('names the model that the memory has no room for', async () => {
  const onLoad = () => {
    throw FULL;
  };
  await expect(start({ only: 'wasm', onLoad }).loading).rejects.toMatchObject(NAMED);
  const { loading, log } = start({ onLoad });
  await expect(loading).rejects.toMatchObject(NAMED);
  expect(log).toEqual(['load webgpu', 'load wasm']);
});

it('names it where only the CPU has no room, after the GPU has failed', async () => {
  const { loading } = start({
    onLoad: (device) => {
      if (device === 'wasm') throw FULL;
    },
  });
  await expect((await loading).run(answer, isOnWasm)).rejects.toMatchObject(NAMED);
});
