import { expect, it, vi } from 'vitest';
import { GpuStepError } from '../../kernels/index.ts';
import { Turns } from './turns.ts';

it('lets as many run as there are lanes, and does again alone what a GPU failed at', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const model = {
    lanes: 2,
    leaveGpu: () => {
      model.lanes = 1;
    },
  };
  const turns = new Turns(model);
  let running = 0;
  const most: number[] = [];
  const write = (window: number) =>
    turns.run(async () => {
      running += 1;
      most.push(running);
      await new Promise((resolve) => setTimeout(resolve));
      running -= 1;
      if (model.lanes === 2 && window < 2) throw new GpuStepError('lost');
      return window;
    });
  expect(await Promise.all([0, 1, 2].map(write))).toEqual([0, 1, 2]);
  expect(most.slice(0, 2)).toEqual([1, 2]);
  expect(most.slice(2).every((count) => count === 1)).toBe(true);
  await expect(turns.run(() => Promise.reject(new Error('another')))).rejects.toThrow('another');
  await turns.end();
  logged.mockRestore();
});
