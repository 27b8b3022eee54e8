import { AppError } from '../lib/errors.ts';

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 1e5) / 10)} MB`;

/** Bytes still available; null if the browser does not report it. */
export async function freeBytes(): Promise<number | null> {
  // A sandboxed frame is not even allowed to ask.
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** A 507 with the free space and, if known, the required space. */
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
  // Browsers report a rounded figure, so that no page can identify a device by it, and find out only when writing.
  return `, and the browser cannot provide the ${megabytes(free)} it reports as free`;
}

/** Throws 507, before anything is written, if it cannot fit. */
export async function ensureRoom(needed: number): Promise<void> {
  const free = await freeBytes();
  if (free !== null && needed > free) throw storageFull(needed, free);
}

/** Asks the browser not to evict stored data. Pages only: workers cannot ask. */
export async function persist(): Promise<boolean> {
  const storage: (StorageManager & { persist?: () => Promise<boolean> }) | undefined = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
