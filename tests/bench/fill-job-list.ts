import type { Page } from 'playwright';

/** Copies a finished job, with its transcript, until the list has this many: one for each minute before it. */
export function fillJobList(page: Page, jobId: string, jobs: number): Promise<void> {
  return page.evaluate(
    async ({ jobId, jobs }) => {
      const opening = indexedDB.open('earshot');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const transaction = opening.result.transaction('jobs', 'readwrite');
      const store = transaction.objectStore('jobs');
      const reading = store.get(jobId);
      await new Promise((resolve, reject) => {
        reading.onsuccess = resolve;
        reading.onerror = reject;
      });
      const template = reading.result;
      for (let number = 1; number < jobs; number++) {
        const created = new Date(Date.parse(template.created_at) - number * 60_000).toISOString();
        store.put({
          ...template,
          id: crypto.randomUUID(),
          created_at: created,
          completed_at: created,
          custom_metadata: { number },
        });
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      opening.result.close();
    },
    { jobId, jobs },
  );
}
