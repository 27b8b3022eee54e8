import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { greet } from './control.ts';

/** A service worker that answers a greeting after this time; never if it is null. */
function workerThatAnswersAfter(ms: number | null): ServiceWorker {
  const postMessage = (_: unknown, [port]: MessagePort[]) => {
    if (ms !== null) setTimeout(() => port?.postMessage({ fault: null, elsewhere: ['theirs'] }), ms);
  };
  return { postMessage } as unknown as ServiceWorker;
}

const greeting = { type: 'earshot-page' } as const;

describe('a greeting', () => {
  // Messages between ports stay real.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits for a worker that a slow device or network keeps from answering', async () => {
    const answer = greet(workerThatAnswersAfter(45_000), greeting);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await answer).toMatchObject({ fault: null, elsewhere: ['theirs'] });
  });

  it('ends with the reason where the worker never answers', async () => {
    const outcome = greet(workerThatAnswersAfter(null), greeting).catch(String);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toContain('did not answer. Reload the page');
  });
});
