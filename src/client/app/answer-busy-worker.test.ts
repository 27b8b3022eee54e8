import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STILL_BUSY, STILL_HERE } from '../../contract/realms/busy-message.ts';
import { keepAwakeFor } from '../../realms/service-worker/keep-worker-awake.ts';
import { answerBusyWorker } from './answer-busy-worker.ts';

/** Pages of one worker: what it sends reaches them as a browser delivers it, and what they answer is counted. */
class Pages extends EventTarget {
  answers: unknown[] = [];
  readonly startMessages = vi.fn();
  readonly #worker = {
    scriptURL: '/service-worker.js',
    postMessage: (data: unknown) => this.answers.push(data),
  };
  async matchAll() {
    return [{ postMessage: (data: unknown) => this.deliver(data) }];
  }
  deliver(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data, source: this.#worker }));
  }
}

let pages: Pages;
beforeEach(() => {
  vi.useFakeTimers();
  pages = new Pages();
  answerBusyWorker(pages as unknown as ServiceWorkerContainer);
});
afterEach(() => {
  vi.useRealTimers();
});

it('a page gives a worker an event every 15 s while its answer takes long, and none after it', async () => {
  let end: () => void = () => undefined;
  const staying = keepAwakeFor(new Promise<void>((resolve) => (end = resolve)), pages);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(pages.answers).toEqual(Array(4).fill({ type: STILL_HERE }));
  end();
  await staying;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pages.answers).toHaveLength(4);
});

it('a quick or failed answer asks for nothing', async () => {
  await keepAwakeFor(Promise.resolve(), pages);
  await expect(keepAwakeFor(Promise.reject(new Error('no')), pages)).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pages.answers).toEqual([]);
});

it('other messages are not answered', () => {
  expect(pages.startMessages).toHaveBeenCalledOnce();
  pages.deliver({ type: 'another' });
  pages.deliver(null);
  pages.deliver({ type: STILL_BUSY });
  expect(pages.answers).toHaveLength(1);
});
