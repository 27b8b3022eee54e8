import { expect, it } from 'vitest';
import { madeOnce } from './made-once.ts';

/** Counts what is made; the calls with these numbers fail. */
function counting(...failing: number[]) {
  let calls = 0;
  return madeOnce(async () => {
    calls += 1;
    if (failing.includes(calls)) throw new Error(`call ${calls}`);
    return calls;
  });
}

it('makes it once for all that ask, and again after it was forgotten', async () => {
  const made = counting();
  expect(await Promise.all([made(), made()])).toEqual([1, 1]);
  made.forget();
  expect(await made()).toBe(2);
});

it('keeps no failure', async () => {
  const made = counting(1);
  const first = made();
  await expect(made()).rejects.toThrow('call 1');
  await expect(first).rejects.toThrow('call 1');
  expect(await made()).toBe(2);
});

it('keeps what was made after a failing attempt was forgotten', async () => {
  const made = counting(1);
  const failing = made();
  made.forget();
  const next = made();
  await expect(failing).rejects.toThrow('call 1');
  expect(await next).toBe(2);
  expect(await made()).toBe(2);
});
