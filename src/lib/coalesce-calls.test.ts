import { expect, test } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

test('any number of calls during a run cause exactly one more run, never two at a time', async () => {
  const gates: (() => void)[] = [];
  let running = 0;
  const work = coalesceCalls(async () => {
    running++;
    expect(running).toBe(1);
    await new Promise<void>((resolve) => gates.push(resolve));
    running--;
  });
  const all = [work(), work(), work()];
  expect(gates).toHaveLength(1);
  gates[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(gates).toHaveLength(2);
  gates[1]?.();
  await Promise.all(all);
  expect(gates).toHaveLength(2);
});

test('a failed run rejects, and the next one starts fresh', async () => {
  let times = 0;
  const work = coalesceCalls(async () => {
    times++;
    if (times === 1) throw new Error('no');
  });
  await expect(work()).rejects.toThrow('no');
  await work();
  expect(times).toBe(2);
});
