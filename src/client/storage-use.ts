import { persist } from '../storage/quota.ts';

export interface StorageUse {
  /** Bytes this origin keeps. */
  used: number;
  /** Bytes it may keep in all. */
  quota: number;
  /** Whether the browser promised not to evict them. */
  persisted: boolean;
}

let asked: Promise<boolean> | null = null;

/** Asks once, before the first upload, that recordings and models are not evicted; false where the browser refuses. */
export function askPersistence(): Promise<boolean> {
  asked ??= persist();
  return asked;
}

/** Null where the browser does not tell. */
export async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) return null;
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? false };
}
