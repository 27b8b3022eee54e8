import { answered } from '../../lib/answered.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { giveSecondPlaceBack } from '../second-place/second-place.ts';

const megabytes = (bytes: number) => msg`${Math.max(0.1, Math.round(bytes / 1e5) / 10)} MB`;

/** It adds up files on disk: after a longer wait the figure is unknown, which is better than no answer at all. */
const ESTIMATE_LIMIT_MS = 5_000;

/** What the browser says of the space that is used and allowed; nothing if it does not. */
export async function estimateStorage(): Promise<StorageEstimate> {
  const { storage } = navigator;
  if (!storage?.estimate) return {};
  const limit = { what: 'adding up its storage', limitMs: ESTIMATE_LIMIT_MS };
  // A sandboxed frame is not even allowed to ask.
  return answered(() => storage.estimate(), limit).catch(() => ({}));
}

/** Bytes still available; null if the browser does not report it. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage } = await estimateStorage();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** A 507 with the free space and, if known, the required space. */
export function storageFull(needed: number | null, free: number | null, cause?: unknown): AppError {
  return new AppError('storage_full', needed === null ? msg`Not enough storage.` : lackOf(needed, free), {
    remedy: msg`Delete recordings or models, or free up disk space, then try again.`,
    cause,
  });
}

function lackOf(needed: number, free: number | null): Message {
  const need = megabytes(needed);
  if (free === null) return msg`Not enough storage: this needs ${need}.`;
  const rest = megabytes(free);
  // Browsers report a rounded figure, so that no page can identify a device by it, and find out only when writing.
  return free < needed
    ? msg`Not enough storage: this needs ${need}, and ${rest} is free.`
    : msg`Not enough storage: this needs ${need}, and the browser cannot provide the ${rest} it reports as free.`;
}

/** Throws 507, before anything is written, if it cannot fit. */
export async function ensureRoom(needed: number): Promise<void> {
  const lacks = (free: number | null): free is number => free !== null && needed > free;
  let free = await freeBytes();
  if (lacks(free) && (await giveSecondPlaceBack())) free = await freeBytes();
  if (lacks(free)) throw storageFull(needed, free);
}

let isAsked = false;

/** Asks the same once a page, as soon as there is something to keep, and does nothing in workers. Nothing waits for the answer. */
export function persistOnce(): void {
  if (isAsked || !('document' in globalThis)) return;
  isAsked = true;
  persist().catch((error: unknown) => console.warn(String(error)));
}

/** Asks the browser not to evict stored data. Pages only: workers cannot ask. */
export async function persist(): Promise<boolean> {
  const storage: (StorageManager & { persist?: () => Promise<boolean> }) | undefined = navigator.storage;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
