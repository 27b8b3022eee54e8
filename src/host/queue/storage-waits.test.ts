import { describe, expect, it } from 'vitest';
import { StorageWaits } from './storage-waits.ts';

describe('jobs that wait for storage', () => {
  let now = 0;
  const waits = new StorageWaits(() => now);
  const waitOf = (id: string) => {
    const start = now;
    waits.add(id);
    while (waits.has(id)) now += 5_000;
    return (now - start) / 1000;
  };

  it('try again later and later, at least every ten minutes', () => {
    expect(Array.from({ length: 8 }, () => waitOf('a'))).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
    expect(waitOf('b')).toBe(15);
  });

  it('try at once when something was deleted, and start afresh after they went on', () => {
    waits.add('a');
    waits.hurry();
    expect(waits.has('a')).toBe(false);
    waits.delete('a');
    expect(waitOf('a')).toBe(15);
  });
});
