import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { inTurn } from '../database/bulk-writes.ts';
import { changeStores } from '../database/change-stores.ts';
import { readStores } from '../database/database.ts';
import type { CorrectedRecord } from './corrected-records.ts';
import {
  batchesOf,
  headRow,
  paragraphKey,
  paragraphsIn,
  ROWS_AT_ONCE,
  SHARED_AT_ONCE,
  SHARED_DELETED_AT_ONCE,
} from './corrected-rows.ts';
import { batchOf } from './read-corrected.ts';

export const correctedElsewhere = (): AppError =>
  new AppError('conflict', msg`This transcript was corrected in another tab since you opened it.`);

/** How often a batch is written that is not whole when its head is: the next host took it for one that nobody writes. */
const TRIES = 3;

/** Words of the paragraphs that share a row: Chromium writes values of 64 KiB and more as files. */
const WORDS_IN_ROW = 500;

/**
 * Writes a long transcript: its paragraphs as a batch, then the head that names it, then deletes the paragraphs of the former one.
 *
 * @param headAfter the head after the stored one, and the batch of that; what it throws leaves all as it was
 */
export async function inBatch<Head extends Omit<CorrectedRecord, 'order' | 'batch'>>(
  jobId: string,
  paragraphs: readonly Paragraph[],
  headAfter: (stored: unknown) => { head: Head; former: string },
): Promise<Head> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const batch = crypto.randomUUID();
    let gone: string = batch;
    try {
      await writeBatch(jobId, batch, paragraphs);
      const named = await changeStores(['edits', 'edit-paragraphs'], async (transaction) => {
        if (!(await isWhole(transaction, jobId, batch))) return null;
        const after = headAfter(await transaction.objectStore('edits').get(jobId));
        const order = paragraphs.map(({ id }) => id);
        await transaction.objectStore('edits').put(headRow({ ...after.head, batch, order }));
        return after;
      });
      if (named) {
        gone = named.former;
        return named.head;
      }
    } finally {
      // What is left then goes with the next host.
      await deleteParagraphs([paragraphsIn(jobId, gone)]).catch(console.warn);
    }
  }
  throw correctedElsewhere();
}

/**
 * Stores the paragraphs of a long transcript in short transactions: a request of another tab waits for one of them instead of for all.
 * They count once a head names their batch. A row has several of them: each row costs the database as much as its content.
 */
export async function writeBatch(
  jobId: string,
  batch: string,
  paragraphs: readonly Paragraph[],
): Promise<void> {
  const rows = [...sharedRows(paragraphs).entries()];
  for (let from = 0; from < rows.length; from += SHARED_AT_ONCE)
    await inTurn(() =>
      changeStores(['edit-paragraphs'], async (transaction) => {
        const store = transaction.objectStore('edit-paragraphs');
        const part = rows.slice(from, from + SHARED_AT_ONCE);
        await Promise.all(part.map(([at, row]) => store.put(row, paragraphKey(jobId, batch, at))));
      }),
    );
}

interface BatchReader {
  objectStore(name: 'edit-paragraphs'): { getKey(key: [string, number]): Promise<unknown> };
}

/**
 * Whether a batch is there as it was written: a host may have taken it for one that nobody writes. Deletion begins with the first
 * row, so that one says it. To count them all took the database as long as to read them.
 */
export const isWhole = async (transaction: BatchReader, jobId: string, batch: string): Promise<boolean> =>
  (await transaction.objectStore('edit-paragraphs').getKey(paragraphKey(jobId, batch, 0))) !== undefined;

function sharedRows(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const rows: Paragraph[][] = [];
  let words = WORDS_IN_ROW;
  for (const one of paragraphs) {
    words += sizeOf(one);
    const row = rows.at(-1);
    if (row && words <= WORDS_IN_ROW) row.push(one);
    else {
      rows.push([one]);
      words = sizeOf(one);
    }
  }
  return rows;
}

/** Also a paragraph without words takes room. */
const sizeOf = ({ words, translations = [] }: Paragraph): number =>
  translations.reduce((sum, translated) => sum + translated.words.length, words.length + 5);

/** Deletes paragraphs, a few at a time. */
export async function deleteParagraphs(ranges: readonly IDBKeyRange[]): Promise<void> {
  for (const keys of ranges)
    while (
      await inTurn(() => changeStores(['edit-paragraphs'], (transaction) => deleteFirst(transaction, keys)))
    );
}

interface RowDeleters {
  objectStore(name: 'edit-paragraphs'): {
    getAllKeys(keys: IDBKeyRange, most: number): Promise<[string, string | number][]>;
    delete(keys: IDBKeyRange): Promise<unknown>;
  };
}

/** Deletes the first of some paragraphs; false if there are no more. */
async function deleteFirst(transaction: RowDeleters, keys: IDBKeyRange): Promise<boolean> {
  const rows = transaction.objectStore('edit-paragraphs');
  const found = await rows.getAllKeys(keys, ROWS_AT_ONCE);
  const [first] = found;
  if (!first) return false;
  const part = typeof first[1] === 'number' ? found.slice(0, SHARED_DELETED_AT_ONCE) : found;
  await rows.delete(IDBKeyRange.bound(first, part.at(-1)));
  return part.length < found.length || found.length === ROWS_AT_ONCE;
}

/** Deletes the paragraphs in a batch, or those in none, unless they are the corrections. */
export async function deleteUnlessNamed(jobId: string, batch: string): Promise<void> {
  const keys = paragraphsIn(jobId, batch);
  // Without its first rows, no head names a batch any more.
  const isBegun = await changeStores(['edits', 'edit-paragraphs'], async (transaction) => {
    const head = await transaction.objectStore('edits').get(jobId);
    return batchOf(head) !== batch && deleteFirst(transaction, keys);
  });
  if (isBegun) await deleteParagraphs([keys]);
}

/** Deletes batches that no head names, of realms that ended as they wrote, and what was there before one that is named. */
export async function deleteStrayParagraphs(): Promise<void> {
  const stray = await readStores(async (db) => {
    const transaction = db.transaction(['edits', 'edit-paragraphs']);
    const rows = transaction.objectStore('edit-paragraphs');
    const found: [string, string][] = [];
    for (const { jobId, batch } of await batchesOf(rows)) {
      const isNamed = batchOf(await transaction.objectStore('edits').get(jobId)) === batch;
      const unnamed = isNamed ? '' : batch;
      if ((await rows.getKey(paragraphsIn(jobId, unnamed))) !== undefined) found.push([jobId, unnamed]);
    }
    return found;
  });
  for (const [jobId, batch] of stray) await deleteUnlessNamed(jobId, batch);
}
