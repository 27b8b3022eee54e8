import type { Paragraph } from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { type Change, changeStores } from '../database/change-stores.ts';
import { readStores } from '../database/database.ts';
import type { CorrectedRecord } from './corrected-records.ts';
import { batchIn, batchRows, paragraphKey, paragraphsIn, ROWS_AT_ONCE } from './corrected-rows.ts';
import { batchOf } from './read-corrected.ts';

const NAMING = ['jobs', 'edits', 'edit-paragraphs'] as const;

export const correctedElsewhere = (): AppError =>
  new AppError('conflict', msg`This transcript was corrected in another tab since you opened it.`);

export type Naming = Change<[...typeof NAMING]>;

/** How often a batch is written that is not whole when its head is: the next host took it for one that nobody writes. */
const TRIES = 3;

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
      await writeBatch(jobId, batch, paragraphs);
      const named = await changeStores([...NAMING], async (transaction) => {
        const rows = await transaction.objectStore('edit-paragraphs').count(paragraphsIn(jobId, batch));
        if (rows < paragraphs.length) return null;
        const after = await headAfter(transaction);
        const order = paragraphs.map(({ id }) => id);
        await transaction.objectStore('edits').put({ ...after.head, batch, order });
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
 * They count once a head names their batch.
 */
export async function writeBatch(
  jobId: string,
  batch: string,
  paragraphs: readonly Paragraph[],
): Promise<void> {
  for (let from = 0; from < paragraphs.length; from += ROWS_AT_ONCE) {
    const part = paragraphs.slice(from, from + ROWS_AT_ONCE);
    await changeStores(['edit-paragraphs'], async (transaction) => {
      const rows = transaction.objectStore('edit-paragraphs');
      await Promise.all(part.map((one) => rows.put(one, paragraphKey(jobId, batch, one.id))));
    });
  }
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
