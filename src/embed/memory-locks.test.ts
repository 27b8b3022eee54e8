import { describe, expect, it } from 'vitest';
import { MemoryLocks } from './memory-locks.ts';

const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('locks in memory', () => {
  it('are held by one at a time, in request order, and passed on after a failure', async () => {
    const locks = new MemoryLocks();
    const { open, opened } = gate();
    const order: string[] = [];
    const first = locks.request('a', async () => {
      order.push('first');
      await opened;
      throw new Error('no');
    });
    const second = locks.request('a', async (lock) => order.push(`second ${lock?.name}`));
    const third = locks.request('a', () => order.push('third'));
    const other = await locks.request('b', () => 'free');
    expect([other, ...order]).toEqual(['free', 'first']);
    open();
    await expect(first).rejects.toThrow('no');
    await Promise.all([second, third]);
    expect(order).toEqual(['first', 'second a', 'third']);
  });

  it('are not awaited with ifAvailable', async () => {
    const locks = new MemoryLocks();
    const { open, opened } = gate();
    const held = locks.request('a', () => opened);
    const tell = () => locks.request('a', { ifAvailable: true }, (lock) => lock !== null);
    expect(await tell()).toBe(false);
    open();
    await held;
    expect(await tell()).toBe(true);
  });

  it('are no longer awaited once the signal aborts', async () => {
    const locks = new MemoryLocks();
    const { open, opened } = gate();
    const held = locks.request('a', () => opened);
    const stop = new AbortController();
    const given = locks.request('a', { signal: stop.signal }, () => 'never');
    const next = locks.request('a', () => 'next');
    stop.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    open();
    await held;
    expect(await next).toBe('next');
  });
});
