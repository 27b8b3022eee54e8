import type { Page } from 'playwright';

/** Copies a finished job and its transcript until the list has this many, one per minute back in time. */
export function fillJobList(page: Page, jobId: string, jobs: number): Promise<void> {
  return page.evaluate(
    async ({ jobId, jobs }) => {
      const opening = indexedDB.open('earshot');
      await new Promise((resolve, reject) => {
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const transaction = opening.result.transaction(['jobs', 'results'], 'readwrite');
      const rows = transaction.objectStore('jobs');
      const results = transaction.objectStore('results');
      // No named function: the compiler would refer to a helper that the page does not have.
      const [template, result] = await Promise.all(
        [rows, results].map(
          (store) =>
            new Promise<{ created_at: string }>((resolve, reject) => {
              const reading = store.get(jobId);
              reading.onsuccess = () => resolve(reading.result);
              reading.onerror = () => reject(reading.error);
            }),
        ),
      );
      if (!template) throw new Error(`There is no job ${jobId}.`);
      for (let number = 1; number < jobs; number++) {
        const created = new Date(Date.parse(template.created_at) - number * 60_000).toISOString();
        const id = crypto.randomUUID();
        rows.put({
          ...template,
          id,
          created_at: created,
          completed_at: created,
          custom_metadata: { number },
          metadata_terms: [JSON.stringify(['number', String(number)])],
        });
        results.put(result, id);
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
