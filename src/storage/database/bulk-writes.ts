import { usesLevelDb } from './spare-room.ts';

/** Stores of long values. */
const BULK: ReadonlySet<string> = new Set(['audio-pieces', 'audio-bytes', 'model-pieces', 'model-chunks']);

/** A page that the browser has frozen may hold the turn. */
const MOST_WAIT_MS = 10_000;

export const isBulk = (stores: readonly string[]): boolean => stores.some((name) => BULK.has(name));

/**
 * Makes one of many writes that nobody waits for at the keyboard. Chromium gets one of them at a time, of all realms: what is typed or recorded
 * meanwhile waits for that one alone, and not for all that were begun before it.
 */
export async function inTurn<T>(write: () => Promise<T>): Promise<T> {
  if (!usesLevelDb()) return write();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await new Promise<void>((resolve) => {
    navigator.locks
      .request('earshot-bulk-write', { signal: AbortSignal.timeout(MOST_WAIT_MS) }, () => {
        resolve();
        return ended;
      })
      .catch(() => resolve());
  });
  try {
    return await write();
  } finally {
    end();
  }
}
