import { append } from '../../lib/append.ts';
import { database, readStores } from '../database/database.ts';
import { ROWS_AT_ONCE, SHARED_AT_ONCE, sharedAndOwn } from './corrected-rows.ts';

/** A corrected transcript as stored; not parsed yet. */
export interface CorrectedRows {
  head: unknown;
  paragraphs: unknown[];
}

/**
 * The stored corrections of a job as they were at one moment; null if there are none. A batch remains as it is until it goes, so it is read
 * in short transactions: behind a write that waits for a long one, all reads of jobs would wait, too.
 */
export async function readCorrectedRows(jobId: string): Promise<CorrectedRows | null> {
  let read = await readHeadAndOwn(jobId);
  while (read) {
    const batch = batchOf(read.head);
    if (batch === '') return read;
    const together = await readInParts(sharedAndOwn(jobId, batch)[0], SHARED_AT_ONCE, (keys) =>
      readStores((db) => partOf(db.transaction('edit-paragraphs').store, keys, SHARED_AT_ONCE)),
    );
    read = await readHeadAndOwn(jobId);
    // A paragraph that was changed since is there twice: the later one counts.
    if (read && batchOf(read.head) === batch)
      return { head: read.head, paragraphs: [...together.flat(), ...read.paragraphs] };
  }
  return null;
}

/** The head, and the paragraphs with a row of their own. */
async function readHeadAndOwn(jobId: string): Promise<CorrectedRows | null> {
  return readStores(async (db) => {
    const transaction = db.transaction(['edits', 'edit-paragraphs']);
    const head = await transaction.objectStore('edits').get(jobId);
    if (head === undefined) return null;
    const rows = transaction.objectStore('edit-paragraphs');
    const [, own] = sharedAndOwn(jobId, batchOf(head));
    return {
      head,
      paragraphs: await readInParts(own, ROWS_AT_ONCE, (keys) => partOf(rows, keys, ROWS_AT_ONCE)),
    };
  });
}

type Part = [rows: unknown[], keys: IDBValidKey[]];

interface ParagraphRows {
  getAll(keys: IDBKeyRange, most: number): Promise<unknown[]>;
  getAllKeys(keys: IDBKeyRange, most: number): Promise<IDBValidKey[]>;
}

const partOf = (rows: ParagraphRows, keys: IDBKeyRange, most: number): Promise<Part> =>
  Promise.all([rows.getAll(keys, most), rows.getAllKeys(keys, most)]);

async function readInParts(
  all: IDBKeyRange,
  most: number,
  readPart: (keys: IDBKeyRange) => Promise<Part>,
): Promise<unknown[]> {
  const read: unknown[] = [];
  let keys = all;
  for (;;) {
    const [part, found] = await readPart(keys);
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

/** The batch in which the paragraphs of a stored head are; empty if they are in none. */
export function batchOf(head: unknown): string {
  const batch = typeof head === 'object' && head !== null && 'batch' in head ? head.batch : '';
  return typeof batch === 'string' ? batch : '';
}
