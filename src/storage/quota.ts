import { AppError } from '../lib/errors.ts';

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 1e5) / 10)} MB`;

/** Bytes that may still be stored; null where the browser does not tell. */
export async function freeBytes(): Promise<number | null> {
  // A sandboxed frame may not even ask.
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

function storageFull(needed: number, free: number | null, cause?: unknown): AppError {
  const room = free === null ? '' : ` and ${megabytes(free)} are free`;
  return new AppError(
    'storage_full',
    `There is not enough storage: ${megabytes(needed)} are needed${room}. Delete recordings or models, or free disk space, and try again.`,
    { cause },
  );
}

/** Refuses with 507, before anything is written, what cannot fit. */
export async function ensureRoom(needed: number): Promise<void> {
  const free = await freeBytes();
  if (free !== null && needed > free) throw storageFull(needed, free);
}

/** Refuses at once a write that cannot fit, then runs it as `reportFull` does. */
export async function withQuota<T>(needed: number, write: () => Promise<T>): Promise<T> {
  await ensureRoom(needed);
  return reportFull(needed, write);
}

/** Runs a write; a quota that ran out during it becomes a 507 that says how much is free and needed. */
export async function reportFull<T>(needed: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') {
      throw storageFull(needed, await freeBytes(), error);
    }
    throw error;
  }
}

/** Asks the browser not to evict what is stored. Pages only: workers cannot ask. */
export async function persist(): Promise<boolean> {
  const storage: (StorageManager & { persist?: () => Promise<boolean> }) | undefined = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
