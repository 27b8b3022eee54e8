import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'kept-files';
/** As many as their caches keep. */
const MOST = 60;

const keptFilesRecord = z.array(z.string()).catch([]);

/** Paths of app files that were needed once: the cache may be deleted, with all signs of what this device uses. */
export async function keptFiles(): Promise<string[]> {
  return keptFilesRecord.parse((await (await database()).get('settings', KEY)) ?? []);
}

export async function keepFile(path: string): Promise<void> {
  await change((paths) => (paths.includes(path) ? paths : [...paths, path].slice(-MOST)));
}

export async function forgetFile(path: string): Promise<void> {
  await change((paths) => (paths.includes(path) ? paths.filter((kept) => kept !== path) : paths));
}

async function change(next: (paths: string[]) => string[]): Promise<void> {
  const now = await keptFiles();
  if (next(now) === now) return;
  await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const paths = keptFilesRecord.parse((await store.get(KEY)) ?? []);
    await store.put(next(paths), KEY);
  });
}
