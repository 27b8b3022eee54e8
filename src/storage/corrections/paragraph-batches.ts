import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { type Change, changeStores } from '../database/change-stores.ts';
import { readStores } from '../database/database.ts';
import { batchIn, batchRows, paragraphKey, paragraphsIn, ROWS_AT_ONCE } from './corrected-rows.ts';
import { batchOf } from './read-corrected.ts';

const NAMING = ['jobs', 'edits', 'edit-paragraphs'] as const;
export type Naming = Change<[...typeof NAMING]>;

/** How often a batch is written that is not whole when its head is: the next host took it for one that nobody writes. */
const TRIES = 3;

/**
 * Writes a long transcript: its paragraphs as a batch, then the head that names it, then deletes the paragraphs of the former one.
 *
 * @param nameBatch writes the head within a transaction; what it throws leaves all as it was
 */
export async function inBatch<Result>(
  jobId: string,
  paragraphs: readonly Paragraph[],
  nameBatch: (transaction: Naming, batch: string) => Promise<{ result: Result; former: string }>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const batch = await writeBatch(jobId, paragraphs);
    let named: { result: Result; former: string } | null = null;
    try {
      named = await changeStores([...NAMING], async (transaction) => {
        const rows = await transaction.objectStore('edit-paragraphs').count(paragraphsIn(jobId, batch));
        return rows === paragraphs.length ? nameBatch(transaction, batch) : null;
      });
    } finally {
      // What is left then goes with the next host.
      const gone = paragraphsIn(jobId, named ? named.former : batch);
      await deleteParagraphs(gone).catch(console.warn);
    }
    if (named) return named.result;
    if (tries === TRIES) {
      const reason = 'rows are missing';
      throw new AppError('storage_failed', msg`The browser could not write to its storage (${reason}).`);
    }
  }
}

/**
 * Stores the paragraphs of a long transcript in short transactions: a request of another tab waits for one of them instead of for all.
 * They count once a head names their batch.
 *
 * @returns the batch
 */
export async function writeBatch(jobId: string, paragraphs: readonly Paragraph[]): Promise<string> {
  const batch = crypto.randomUUID();
  try {
    for (let from = 0; from < paragraphs.length; from += ROWS_AT_ONCE) {
      const part = paragraphs.slice(from, from + ROWS_AT_ONCE);
      await changeStores(['edit-paragraphs'], async (transaction) => {
        const rows = transaction.objectStore('edit-paragraphs');
        await Promise.all(part.map((one) => rows.put(one, paragraphKey(jobId, batch, one.id))));
      });
    }
  } catch (error) {
    await deleteParagraphs(paragraphsIn(jobId, batch)).catch(console.warn);
    throw error;
  }
  return batch;
}

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
  const stray = await changeStores(['edits', 'edit-paragraphs'], async (transaction) => {
    const found: IDBKeyRange[] = [];
    let { lower, upper } = batchRows();
    for (;;) {
      const key = await transaction.objectStore('edit-paragraphs').getKey(IDBKeyRange.bound(lower, upper));
      if (!key) return found;
      const { jobId, batch } = batchIn(key);
      const isNamed = batchOf(await transaction.objectStore('edits').get(jobId)) === batch;
      found.push(paragraphsIn(jobId, isNamed ? '' : batch));
      lower = [key[0], []];
    }
  });
  for (const keys of stray) await deleteParagraphs(keys);
}
