import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import type { CorrectedRecord } from './corrected-records.ts';
import { headRow, paragraphKey, paragraphsIn, ROWS_AT_ONCE } from './corrected-rows.ts';

/** A transaction that holds these stores. */
export interface RowPutters {
  objectStore(name: 'edits'): { put(row: unknown): Promise<unknown> };
  objectStore(name: 'edit-paragraphs'): {
    put(paragraph: Paragraph, key: [string, string]): Promise<unknown>;
    delete(key: IDBKeyRange | [string, string]): Promise<unknown>;
  };
}

/** Writes a head and its changed paragraphs, and deletes those that are `gone`; `all` also takes unknown ones. */
export async function writeCorrectedRows(
  transaction: RowPutters,
  head: Omit<CorrectedRecord, 'order'>,
  {
    paragraphs,
    changed,
    gone,
  }: { paragraphs: readonly Paragraph[]; changed: readonly Paragraph[]; gone: readonly string[] | 'all' },
): Promise<void> {
  const rows = transaction.objectStore('edit-paragraphs');
  const { job_id, batch = '' } = head;
  // One after another: where one of the later ones throws at once, rejections of these would be unhandled.
  if (gone === 'all') await rows.delete(paragraphsIn(job_id, batch));
  else await inParts(gone, (id) => rows.delete(paragraphKey(job_id, batch, id)));
  await transaction.objectStore('edits').put(headRow({ ...head, order: paragraphs.map(({ id }) => id) }));
  await inParts(changed, (paragraph) => rows.put(paragraph, paragraphKey(job_id, batch, paragraph.id)));
}

/** Asks a few rows at a time: the database answers in turn, so the requests of other tabs would wait behind a hundred thousand. */
async function inParts<Row>(rows: readonly Row[], ask: (row: Row) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await Promise.all(rows.slice(from, from + ROWS_AT_ONCE).map(ask));
}
