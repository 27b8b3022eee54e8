import { append } from '../../lib/append.ts';
import { database, readStores } from '../database/database.ts';
import { ROWS_AT_ONCE, SHARED_AT_ONCE, sharedAndOwn } from './corrected-rows.ts';

/** A corrected transcript as stored: whoever knows its shapes parses it. */
export interface CorrectedRows {
  head: unknown;
  paragraphs: unknown[];
}

/** The stored corrections of a job, read at one moment; null if there are none. */
export async function readCorrectedRows(jobId: string): Promise<CorrectedRows | null> {
  return readStores(async (db) => {
    const transaction = db.transaction(['edits', 'edit-paragraphs']);
    const head = await transaction.objectStore('edits').get(jobId);
    if (head === undefined) return null;
    const rows = transaction.objectStore('edit-paragraphs');
    const [shared, own] = sharedAndOwn(jobId, batchOf(head));
    const together = await readInParts(rows, shared, SHARED_AT_ONCE);
    // A paragraph that was changed since is there twice: the later one counts.
    return { head, paragraphs: [...together.flat(), ...(await readInParts(rows, own, ROWS_AT_ONCE))] };
  });
}

interface ParagraphRows {
  getAll(keys: IDBKeyRange, most: number): Promise<unknown[]>;
  getAllKeys(keys: IDBKeyRange, most: number): Promise<IDBValidKey[]>;
}

async function readInParts(rows: ParagraphRows, all: IDBKeyRange, most: number): Promise<unknown[]> {
  const read: unknown[] = [];
  let keys = all;
  for (;;) {
    const [part, found] = await Promise.all([rows.getAll(keys, most), rows.getAllKeys(keys, most)]);
    append(read, part);
    const last = found.at(-1);
    if (last === undefined || found.length < most) return read;
    keys = IDBKeyRange.bound(last, keys.upper, true);
  }
}

/** Whether there are corrections of a job, or a transcript was imported for it. */
export async function isCorrected(jobId: string): Promise<boolean> {
  return (await (await database()).getKey('edits', jobId)) !== undefined;
}

/** Whether corrections of a job may be of more text than is read while somebody waits. */
export async function isLongCorrected(jobId: string): Promise<boolean> {
  const head: unknown = await (await database()).get('edits', jobId);
  if (typeof head !== 'object' || head === null) return false;
  const isShort = 'order' in head && Array.isArray(head.order) && head.order.length < ROWS_AT_ONCE;
  return !isShort || batchOf(head) !== '';
}

/** How often corrections were saved, by their stored head; 0 if there are none, or that is damaged. */
export function revisionOf(head: unknown): number {
  const revision =
    typeof head === 'object' && head !== null && 'revision' in head ? Number(head.revision) : 0;
  return Number.isSafeInteger(revision + 1) && revision > 0 ? revision : 0;
}

/** The batch in which the paragraphs of a stored head lie; empty if they lie in none. */
export function batchOf(head: unknown): string {
  const batch = typeof head === 'object' && head !== null && 'batch' in head ? head.batch : '';
  return typeof batch === 'string' ? batch : '';
}
