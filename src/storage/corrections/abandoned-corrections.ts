import { changeStores } from '../database/change-stores.ts';
import { CORRECTED, deleteCorrectedRows } from './corrected-rows.ts';
import { deleteStrayParagraphs } from './paragraph-batches.ts';

/** Deletes corrections of jobs that are gone: a realm that saves a long transcript may be ended as its job is deleted, or before all is
 * written. */
export async function deleteAbandonedCorrections(): Promise<void> {
  await changeStores(['jobs', ...CORRECTED], async (transaction) => {
    const [edited, jobs] = await Promise.all([
      transaction.objectStore('edits').getAllKeys(),
      transaction.objectStore('jobs').getAllKeys(),
    ]);
    const known = new Set(jobs);
    for (const id of edited) if (!known.has(id)) await deleteCorrectedRows(transaction, id);
  });
  await deleteStrayParagraphs();
}
