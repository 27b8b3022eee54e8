import type { Paragraph } from '../../contract/transcripts/edited-transcript.ts';
import type { EditRecord } from './edit-records.ts';
import { rowsOfJob } from './edit-rows.ts';

/** A transaction that holds these stores. */
export interface EditPutters {
  objectStore(name: 'edits'): { put(record: EditRecord): Promise<unknown> };
  objectStore(name: 'edit-paragraphs'): {
    put(paragraph: Paragraph, key: [string, string]): Promise<unknown>;
    delete(key: IDBKeyRange | [string, string]): Promise<unknown>;
  };
}

/**
 * Writes corrections within a transaction: their head, and of their paragraphs those that changed.
 *
 * @param gone ids of paragraphs that go; `all` also takes those that nobody knows
 */
export async function writeEditRows(
  transaction: EditPutters,
  head: Omit<EditRecord, 'order'>,
  {
    paragraphs,
    changed,
    gone,
  }: { paragraphs: readonly Paragraph[]; changed: readonly Paragraph[]; gone: readonly string[] | 'all' },
): Promise<void> {
  const rows = transaction.objectStore('edit-paragraphs');
  const { job_id } = head;
  // Awaited before the others are written: where one of those throws at once, rejections of these would be unhandled.
  await (gone === 'all'
    ? rows.delete(rowsOfJob(job_id))
    : Promise.all(gone.map((id) => rows.delete([job_id, id]))));
  await Promise.all([
    transaction.objectStore('edits').put({ ...head, order: paragraphs.map(({ id }) => id) }),
    ...changed.map((paragraph) => rows.put(paragraph, [job_id, paragraph.id])),
  ]);
}
