import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditKeeper } from './edit-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('keeping what a person makes of a live text', () => {
  it('stores once after the last of several changes', async () => {
    const write = vi.fn(async () => undefined);
    const keeper = new EditKeeper(write, () => undefined);
    keeper.touch();
    keeper.touch();
    await vi.runAllTimersAsync();
    expect(write).toHaveBeenCalledTimes(1);
    await keeper.flush();
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('writes one after the other, and again what changed meanwhile', async () => {
    const open: (() => void)[] = [];
    const write = vi.fn(() => new Promise<void>((resolve) => open.push(resolve)));
    const keeper = new EditKeeper(write, () => undefined);
    keeper.touch();
    const first = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    keeper.touch();
    const second = keeper.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(1);
    open[0]?.();
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(2);
    open[1]?.();
    await second;
  });

  it('tells why nothing was stored, and tries again', async () => {
    const faults: unknown[] = [];
    const full = new Error('full');
    const write = vi
      .fn()
      .mockRejectedValueOnce(full)
      .mockRejectedValueOnce(full)
      .mockResolvedValue(undefined);
    const keeper = new EditKeeper(write, (error) => faults.push(error));
    keeper.touch();
    await vi.runAllTimersAsync();
    expect(faults).toEqual([full]);
    await expect(keeper.flush()).rejects.toBe(full);
    await keeper.flush();
    expect(write).toHaveBeenCalledTimes(3);
  });

  it('stores nothing behind its end', async () => {
    const write = vi.fn(async () => undefined);
    const keeper = new EditKeeper(write, () => undefined);
    keeper.touch();
    keeper.end();
    await vi.runAllTimersAsync();
    expect(write).not.toHaveBeenCalled();
  });
});
