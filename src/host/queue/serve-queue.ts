import type { WakeUp } from './wake-up.ts';

/** Unreadable storage may recover soon: a browser short of memory closes databases. */
const RETRY_MS = 5_000;

export interface Queue<Item extends { id: string }> {
  /** How many items may run at once right now. */
  slots(): Promise<number>;
  /** The next item that is not running; null if there is none. */
  next(running: ReadonlySet<string>): Promise<Item | null>;
  /** Processes an item in a slot of its own. Errors are logged. */
  run(item: Item, slot: number): Promise<void>;
}

/**
 * Processes a queue in as many slots as it allows until the signal aborts. Checks the queue when rung and at
 * intervals; logs a queue that cannot be read and tries again.
 */
export async function serveQueue<Item extends { id: string }>(
  queue: Queue<Item>,
  wake: WakeUp,
  rescanMs: number,
  signal: AbortSignal,
): Promise<void> {
  const running = new Map<string, { slot: number; ended: Promise<void> }>();
  while (!signal.aborted) {
    let item: Item | null = null;
    let waitMs = rescanMs;
    try {
      if (running.size < (await queue.slots())) item = await queue.next(new Set(running.keys()));
    } catch (error) {
      console.error(error);
      waitMs = RETRY_MS;
    }
    if (!item) {
      await wake.wait(waitMs, signal);
      continue;
    }
    const taken = new Set(Array.from(running.values(), ({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot++;
    const ended = queue
      .run(item, slot)
      .catch(console.error)
      .finally(() => {
        running.delete(item.id);
        wake.ring();
      });
    running.set(item.id, { slot, ended });
  }
  await Promise.all(Array.from(running.values(), ({ ended }) => ended));
}
