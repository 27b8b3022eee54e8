import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { greet, underControl } from './control.ts';

/** A service worker that answers a greeting after this time; never if it is null. */
function workerThatAnswersAfter(ms: number | null): ServiceWorker {
  const postMessage = (_: unknown, [port]: MessagePort[]) => {
    if (ms !== null) setTimeout(() => port?.postMessage({ fault: null, elsewhere: ['theirs'] }), ms);
  };
  return { postMessage } as unknown as ServiceWorker;
}

const greeting = { type: 'earshot-page' } as const;

// Messages between ports remain real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * The browser's side of a first visit: a worker whose script arrives, and that is active, after some time, and claims the
 * page some milliseconds after it was greeted as often as it must be. Another request of the page has registered it.
 */
function firstVisit({ scriptMs = 0, installMs = 0, greetings = 1 }) {
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    greeted: 0,
    postMessage(_: unknown, [port]: MessagePort[]) {
      port?.postMessage({ fault: null });
      worker.greeted++;
      if (worker.greeted < greetings) return;
      setTimeout(() => {
        workers.controller = worker;
        workers.dispatchEvent(new Event('controllerchange'));
      }, 20);
    },
  });
  const none = null as typeof worker | null;
  const registration = { active: none, waiting: none, installing: none };
  const fetched = new Promise((resolve) => setTimeout(resolve, scriptMs)).then(() => {
    registration.installing = worker;
    return registration;
  });
  const workers = Object.assign(new EventTarget(), {
    controller: none,
    getRegistration: async () => registration,
    register: () => fetched,
  });
  setTimeout(() => {
    worker.state = 'activated';
    registration.active = worker;
    worker.dispatchEvent(new Event('statechange'));
  }, scriptMs + installMs);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { serviceWorker: workers });
  return worker;
}

describe('control of a page', () => {
  const outcomeAfter = async (ms: number) => {
    const outcome = underControl().catch(String);
    // A port's message arrives between two steps.
    for (let passed = 0; passed < ms; passed += 100) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise(setImmediate);
    }
    return outcome;
  };

  it('waits for an installation as long as it takes', async () => {
    const worker = firstVisit({ installMs: 45_000 });
    expect(await outcomeAfter(50_000)).toBe(worker);
  });

  it('waits for a script that a slow network delays', async () => {
    const worker = firstVisit({ scriptMs: 45_000 });
    expect(await outcomeAfter(50_000)).toBe(worker);
  });

  it('is asked for again where a busy browser missed the first time', async () => {
    const worker = firstVisit({ greetings: 3 });
    expect(await outcomeAfter(40_000)).toBe(worker);
    expect(worker.greeted).toBe(3);
  });

  it('ends with the reason where no worker ever claims the page', async () => {
    firstVisit({ greetings: Number.POSITIVE_INFINITY });
    expect(await outcomeAfter(60_000)).toContain('does not control this page');
  });
});

describe('a greeting', () => {
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
