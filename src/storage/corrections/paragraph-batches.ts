import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { type Change, changeStores } from '../database/change-stores.ts';
import { readStores } from '../database/database.ts';
import type { CorrectedRecord } from './corrected-records.ts';
import {
  batchIn,
  batchRows,
  headRow,
  paragraphKey,
  paragraphsIn,
  ROWS_AT_ONCE,
  SHARED_AT_ONCE,
} from './corrected-rows.ts';
import { batchOf } from './read-corrected.ts';

const NAMING = ['jobs', 'edits', 'edit-paragraphs'] as const;

export const correctedElsewhere = (): AppError =>
  new AppError('conflict', msg`This transcript was corrected in another tab since you opened it.`);

export type Naming = Change<[...typeof NAMING]>;

/** How often a batch is written that is not whole when its head is: the next host took it for one that nobody writes. */
const TRIES = 3;

/** Words of the paragraphs that share a row: Chromium writes values of 64 KiB and more as files. */
const WORDS_IN_ROW = 500;

/**
 * Writes a long transcript: its paragraphs as a batch, then the head that names it, then deletes the paragraphs of the former one.
 *
 * @param headAfter the head, and the batch of the one that it replaces; what it throws leaves all as it was
 */
export async function inBatch<Head extends Omit<CorrectedRecord, 'order' | 'batch'>>(
  jobId: string,
  paragraphs: readonly Paragraph[],
  headAfter: (transaction: Naming) => Promise<{ head: Head; former: string }>,
): Promise<Head> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const batch = crypto.randomUUID();
    let gone: string = batch;
    try {
      const rows = await writeBatch(jobId, batch, paragraphs);
      const named = await changeStores([...NAMING], async (transaction) => {
        if (!(await isWhole(transaction, jobId, batch, rows))) return null;
        const after = await headAfter(transaction);
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
      await deleteParagraphs(paragraphsIn(jobId, gone)).catch(console.warn);
    }
  }
  throw correctedElsewhere();
}

/**
 * Stores the paragraphs of a long transcript in short transactions: a request of another tab waits for one of them instead of for all.
 * They count once a head names their batch. A row has several of them: each row costs the database as much as its content.
 *
 * @returns the number of rows
 */
export async function writeBatch(
  jobId: string,
  batch: string,
  paragraphs: readonly Paragraph[],
): Promise<number> {
  const rows = [...sharedRows(paragraphs).entries()];
  for (let from = 0; from < rows.length; from += SHARED_AT_ONCE)
    await changeStores(['edit-paragraphs'], async (transaction) => {
      const store = transaction.objectStore('edit-paragraphs');
      const part = rows.slice(from, from + SHARED_AT_ONCE);
      await Promise.all(part.map(([at, row]) => store.put(row, paragraphKey(jobId, batch, at))));
    });
  return rows.length;
}

/** Whether a batch of so many rows is there as it was written: a host may have taken it for one that nobody writes. */
export async function isWhole(
  transaction: { objectStore(name: 'edit-paragraphs'): { count(keys: IDBKeyRange): Promise<number> } },
  jobId: string,
  batch: string,
  rows: number,
): Promise<boolean> {
  return (await transaction.objectStore('edit-paragraphs').count(paragraphsIn(jobId, batch))) === rows;
}

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

/** Deletes a few hundred paragraphs at a time. */
export async function deleteParagraphs(keys: IDBKeyRange): Promise<void> {
  for (let left = ROWS_AT_ONCE; left === ROWS_AT_ONCE; ) {
    left = await changeStores(['edit-paragraphs'], async (transaction) => {
      const rows = transaction.objectStore('edit-paragraphs');
      const found = await rows.getAllKeys(keys, ROWS_AT_ONCE);
      const [first, last] = [found[0], found.at(-1)];
      if (first && last) await rows.delete(IDBKeyRange.bound(first, last));
      return found.length;
    });
  }
}

/** Deletes a batch unless the corrections lie in it. */
export async function deleteUnlessNamed(jobId: string, batch: string): Promise<void> {
  const head = await readStores((db) => db.get('edits', jobId));
  if (batchOf(head) !== batch) await deleteParagraphs(paragraphsIn(jobId, batch));
}

/** Deletes batches that no head names, of realms that ended as they wrote, and what was there before one that is named. */
export async function deleteStrayParagraphs(): Promise<void> {
  const stray = await readStores(async (db) => {
    const transaction = db.transaction(['edits', 'edit-paragraphs']);
    const rows = transaction.objectStore('edit-paragraphs');
    const found: IDBKeyRange[] = [];
    let { lower, upper } = batchRows();
    for (;;) {
      const key = await rows.getKey(IDBKeyRange.bound(lower, upper));
      if (!key) return found;
      const { jobId, batch } = batchIn(key);
      const isNamed = batchOf(await transaction.objectStore('edits').get(jobId)) === batch;
      const keys = paragraphsIn(jobId, isNamed ? '' : batch);
      if ((await rows.getKey(keys)) !== undefined) found.push(keys);
      lower = [key[0], []];
    }
  });
  for (const keys of stray) await deleteParagraphs(keys);
}
