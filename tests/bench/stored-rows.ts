import type { Page } from 'playwright';

/** What a job and its recording are stored in; settings, keys and models are kept. */
const STORES = [
  'jobs',
  'results',
  'checkpoints',
  'audio',
  'audio-bytes',
  'audio-pieces',
  'deliveries',
  'delivery-bodies',
];

/** Rows in each store of jobs and recordings, read by a page of the origin. */
export function countRows(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async (stores) => {
    const opening = indexedDB.open('earshot');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    const db = opening.result;
    try {
      const present = stores.filter((store) => db.objectStoreNames.contains(store));
      const transaction = db.transaction(present);
      const counts = present.map(
        (store) =>
          new Promise<[string, number]>((resolve, reject) => {
            const counting = transaction.objectStore(store).count();
            counting.onsuccess = () => resolve([store, counting.result]);
            counting.onerror = () => reject(counting.error);
          }),
      );
      return Object.fromEntries(await Promise.all(counts));
    } finally {
      db.close();
    }
  }, STORES);
}
