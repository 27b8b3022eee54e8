import { AppError } from '../lib/errors.ts';

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 1e5) / 10)} MB`;

/** Bytes that may still be stored; null where the browser does not tell. */
export async function freeBytes(): Promise<number | null> {
  // A sandboxed frame may not even ask.
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** 507, with how much is free, and how much is needed where that is known. */
export function storageFull(needed: number | null, free: number | null, cause?: unknown): AppError {
  const lack = needed === null ? '' : `: this needs ${megabytes(needed)}${describeFree(free, needed)}`;
  return new AppError(
    'storage_full',
    `Not enough storage${lack}. Delete recordings or models, or free up disk space, then try again.`,
    { cause },
  );
}

function describeFree(free: number | null, needed: number): string {
  if (free === null) return '';
  if (free < needed) return `, and ${megabytes(free)} is free`;
  // Browsers tell a round figure, so that no page knows a device by it, and find out only when they write.
  return `, and the browser cannot provide the ${megabytes(free)} it reports as free`;
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
