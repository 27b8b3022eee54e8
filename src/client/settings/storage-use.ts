import type { StoredKinds } from '../../storage/database/measure-storage.ts';

export type { StoredKinds };

export interface StorageUse {
  /** Bytes this origin keeps. */
  used: number;
  /** The origin's quota in bytes. */
  quota: number;
  /** Whether the browser agreed not to evict the data. */
  persisted: boolean;
}

/** Asks the browser not to evict recordings and models; false if it refuses. Firefox asks its user, who may never answer: say so. */
export const askPersistence = async (): Promise<boolean> =>
  (await import('../../storage/database/quota.ts')).persist();

/** Null if the browser does not report it. */
export async function storageUse(): Promise<StorageUse | null> {
  const { estimateStorage } = await import('../../storage/database/quota.ts');
  const { usage, quota } = await estimateStorage();
  if (usage === undefined || quota === undefined) return null;
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? false };
}

/** What the storage is used for. Throws if storage cannot be read. */
export async function storedKinds(): Promise<StoredKinds> {
  return (await import('../../storage/database/measure-storage.ts')).measureStorage();
}

/** Deletes the app's files that are fetched again when they are needed. */
export async function emptyCache(): Promise<void> {
  await (await import('../../storage/database/measure-storage.ts')).emptyCache();
}
