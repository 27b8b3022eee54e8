import type { Page } from 'playwright';

/** Copies a finished job and its transcript until the list has this many, one per minute back in time. */
export const fillJobList = (page: Page, jobId: string, jobs: number): Promise<void> =>
  copyJob(page, jobId, (created) =>
    Array.from({ length: jobs - 1 }, (_, index) => {
      const number = index + 1;
      const created_at = new Date(created - number * 60_000).toISOString();
      return {
        created_at,
        completed_at: created_at,
        custom_metadata: { number },
        metadata_terms: [JSON.stringify(['number', String(number)])],
      };
    }),
  );

/** Stores copies of a finished job with its transcript, each with other values. */
export async function copyJob(
  page: Page,
  jobId: string,
  copiesOf: (created: number) => readonly object[],
): Promise<void> {
  const created = await page.evaluate(async (id) => (await globalThis.earshot.get(id)).created_at, jobId);
  const copies = copiesOf(Date.parse(created));
  await page.evaluate(
    async ({ jobId, copies }) => {
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
            new Promise<object>((resolve, reject) => {
              const reading = store.get(jobId);
              reading.onsuccess = () => resolve(reading.result);
              reading.onerror = () => reject(reading.error);
            }),
        ),
      );
      if (!template) throw new Error(`There is no job ${jobId}.`);
      for (const copy of copies) {
        const id = crypto.randomUUID();
        rows.put({ ...template, id, ...copy });
        results.put(result, id);
      }
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      opening.result.close();
    },
    { jobId, copies },
  );
}
