import { describe, expect, it } from 'vitest';
import { WakeUp } from './wake-up.ts';

const NEVER_MS = 1 << 30;

describe('the bell that wakes the host', () => {
  it('ends a wait', async () => {
    const bell = new WakeUp();
    const waiting = bell.wait(NEVER_MS, new AbortController().signal);
    bell.ring();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('is kept for the next wait, once', async () => {
    const bell = new WakeUp();
    bell.ring();
    await bell.wait(NEVER_MS, new AbortController().signal);
    const second = await Promise.race([
      bell.wait(NEVER_MS, new AbortController().signal).then(() => 'woken'),
      Promise.resolve('still waiting'),
    ]);
    expect(second).toBe('still waiting');
    bell.ring();
  });

  it('lets an abort through', async () => {
    const controller = new AbortController();
    const waiting = new WakeUp().wait(NEVER_MS, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
