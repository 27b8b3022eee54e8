import { changeStores } from '../database/change-stores.ts';
import { listArrivals } from '../recordings/arrival-store.ts';
import { CORRECTED, deleteCorrectedRows } from './corrected-rows.ts';
import { deleteStrayParagraphs } from './paragraph-batches.ts';

/** Deletes corrections of jobs that are gone: a realm that saves a long transcript may be ended as its job is deleted, or before all is
 * written. */
export async function deleteAbandonedCorrections(): Promise<void> {
  // What was made of the text of live sessions waits for their jobs; an interrupted one is offered as an arrival.
  const offered = (await listArrivals()).flatMap(({ live_id }) => live_id ?? []);
  await changeStores(['jobs', 'live-sessions', ...CORRECTED], async (transaction) => {
    const [edited, jobs, sessions] = await Promise.all([
      transaction.objectStore('edits').getAllKeys(),
      transaction.objectStore('jobs').getAllKeys(),
      transaction.objectStore('live-sessions').getAllKeys(),
    ]);
    const known = new Set([...jobs, ...sessions, ...offered]);
    for (const id of edited) if (!known.has(id)) await deleteCorrectedRows(transaction, id);
  });
  await deleteStrayParagraphs();
}
