import { database, readStores } from './database.ts';
import { rowsOfJob } from './edit-rows.ts';

/** A corrected transcript as stored: whoever knows its shapes parses it. */
export interface StoredEdit {
  head: unknown;
  paragraphs: unknown[];
}

/** The stored corrections of a job, read at one moment; null if there are none. */
export async function readEdit(jobId: string): Promise<StoredEdit | null> {
  const [head, paragraphs] = await readStores((db) => {
    const transaction = db.transaction(['edits', 'edit-paragraphs']);
    return Promise.all([
      transaction.objectStore('edits').get(jobId),
      transaction.objectStore('edit-paragraphs').getAll(rowsOfJob(jobId)),
    ]);
  });
  return head === undefined ? null : { head, paragraphs };
}

/** Whether there are corrections of a job, or a transcript was imported for it. */
export async function hasEdit(jobId: string): Promise<boolean> {
  return (await (await database()).getKey('edits', jobId)) !== undefined;
}

/** How often corrections were saved, by their stored head; 0 if there are none, or that is damaged. */
export function revisionOf(head: unknown): number {
  const revision =
    typeof head === 'object' && head !== null && 'revision' in head ? Number(head.revision) : 0;
  return Number.isSafeInteger(revision + 1) && revision > 0 ? revision : 0;
}
