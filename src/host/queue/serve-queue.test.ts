import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/runner/eventually.ts';
import { serveQueue } from './serve-queue.ts';
import { WakeUp } from './wake-up.ts';

/** A queue whose items run until they are released. */
function start(ids: string[], slots: number) {
  const wake = new WakeUp();
  const stop = new AbortController();
  const state = { slots, waiting: ids.map((id) => ({ id })), inWork: new Map<string, number>(), most: 0 };
  const release = new Map<string, (error?: Error) => void>();
  const served = serveQueue(
    {
      slots: async () => state.slots,
      // Like storage: an item in progress is offered again unless it is skipped.
      next: async (running) => state.waiting.find(({ id }) => !running.has(id)) ?? null,
      run: async ({ id }, slot) => {
        expect([...state.inWork.values()]).not.toContain(slot);
        state.inWork.set(id, slot);
        state.most = Math.max(state.most, state.inWork.size);
        await new Promise<void>((resolve, reject) => {
          release.set(id, (error) => (error ? reject(error) : resolve()));
        }).finally(() => {
          state.inWork.delete(id);
          state.waiting = state.waiting.filter((item) => item.id !== id);
        });
      },
    },
    wake,
    60_000,
    stop.signal,
  );
  const inWork = () => [...state.inWork.keys()];
  const end = async (id: string, error?: Error) => {
    await eventually(() => expect(inWork()).toContain(id));
    release.get(id)?.(error);
    await eventually(() => expect(inWork()).not.toContain(id));
  };
  return { state, wake, stop, served, inWork, end };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('§8: jobs running at once', () => {
  it('run one after the other with one slot', async () => {
    const { state, stop, served, end } = start(['a', 'b', 'c'], 1);
    for (const id of ['a', 'b', 'c']) await end(id);
    stop.abort();
    await served;
    expect(state.most).toBe(1);
  });

  it('are as many as the setting allows, each in a slot of its own [§8 Maximum file size]', async () => {
    const { state, stop, served, inWork, end } = start(['a', 'b', 'c', 'd'], 2);
    await eventually(() => expect(inWork()).toEqual(['a', 'b']));
    await end('a');
    await eventually(() => expect(inWork()).toEqual(['b', 'c']));
    for (const id of ['b', 'c', 'd']) await end(id);
    stop.abort();
    await served;
    expect(state.most).toBe(2);
  });

  it('increase when the setting is raised, and one that fails stops no other', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { state, wake, stop, served, inWork, end } = start(['a', 'b'], 1);
    await eventually(() => expect(inWork()).toEqual(['a']));
    state.slots = 2;
    wake.ring();
    await eventually(() => expect(inWork()).toEqual(['a', 'b']));
    await end('a', new Error('broken'));
    await end('b');
    expect(log).toHaveBeenCalledOnce();
    stop.abort();
    await served;
  });

  it.each(['slots', 'next'] as const)('are served on after a read of the %s that failed', async (read) => {
    vi.useFakeTimers();
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stop = new AbortController();
    const queue = {
      slots: vi.fn(async () => 1),
      next: vi.fn(async (running: ReadonlySet<string>) => (running.has('a') ? null : { id: 'a' })),
      run: vi.fn(async () => stop.abort()),
    };
    queue[read].mockRejectedValueOnce(new DOMException('closed', 'InvalidStateError'));
    const served = serveQueue(queue, new WakeUp(), 60_000, stop.signal);
    await vi.advanceTimersByTimeAsync(10_000);
    await served;
    expect(queue.run).toHaveBeenCalledOnce();
    expect(log).toHaveBeenCalledOnce();
  });

  it('end with the signal, even if nothing can be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stop = new AbortController();
    const queue = {
      slots: vi.fn(() => Promise.reject(new Error('broken'))),
      next: async () => null,
      run: async () => undefined,
    };
    const served = serveQueue(queue, new WakeUp(), 60_000, stop.signal);
    await eventually(() => expect(queue.slots).toHaveBeenCalled());
    stop.abort();
    await served;
    expect(queue.slots).toHaveBeenCalledOnce();
  });

  it('are awaited when the host stops', async () => {
    const { stop, served, end } = start(['a'], 1);
    let over = false;
    const ended = served.then(() => {
      over = true;
    });
    stop.abort();
    await Promise.resolve();
    expect(over).toBe(false);
    await end('a');
    await ended;
  });
});
