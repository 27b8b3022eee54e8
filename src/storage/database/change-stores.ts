import type { IDBPTransaction, StoreNames } from 'idb';
import { inTime, Unanswered } from '../../lib/answered.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { giveSecondPlaceBack, withSecondPlace } from '../second-place/second-place.ts';
import { inTurn, isBulk } from './bulk-writes.ts';
import { connected } from './database.ts';
import type { EarshotSchema } from './database-schema.ts';
import { freeBytes, storageFull } from './quota.ts';
import { ensureSoundLog } from './sound-log.ts';
import { writing } from './writing.ts';

type StoreName = StoreNames<EarshotSchema>;
export type Change<Names extends StoreName[]> = IDBPTransaction<EarshotSchema, Names, 'readwrite'>;

/** Also for a change that is behind a thousand others, such as the deletion of a whole library. */
const LIMIT_MS = 120_000;
const UNDO_LIMIT_MS = 5_000;

/**
 * Makes all changes of `change` in one transaction and resolves once they are stored. Every write to the database goes
 * through here. `change` must await nothing but this transaction; if it throws, its writes are undone. If the browser does not
 * answer, or closes the database meanwhile, they are undone and made a second time: `change` must change nothing else. The first
 * time may have been stored all the same: rows are put by their ids, and what must not be made twice looks at `again`.
 *
 * @param bytes how much is written, if it may not fit
 * @param durability 'strict' for what must be on the disk, and not only on its way there, when this resolves
 * @throws AppError 507 `storage_full` or 500 `storage_failed` if the browser aborts the transaction, with or without a
 * reason; whatever `change` throws
 */
export async function changeStores<const Names extends StoreName[], Result>(
  names: Names,
  change: (transaction: Change<Names>, again: boolean) => Promise<Result>,
  bytes = 0,
  durability: IDBTransactionDurability = 'default',
): Promise<Result> {
  try {
    return await changeOnce(names, (transaction) => change(transaction, false), bytes, durability);
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'storage_full';
    const isWorthAgain =
      error instanceof Unanswered || isClosed(error) || (isFull && (await giveSecondPlaceBack()));
    if (!isWorthAgain) throw error;
    return changeOnce(names, (transaction) => change(transaction, true), bytes, durability);
  }
}

/** Firefox closes the database under a transaction that finds the disk full, and says why only to the next one. */
const isClosed = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof DOMException &&
  error.cause.name === 'InvalidStateError';

const changeOnce = <const Names extends StoreName[], Result>(
  names: Names,
  change: (transaction: Change<Names>) => Promise<Result>,
  bytes: number,
  durability: IDBTransactionDurability,
): Promise<Result> => {
  const make = () => changeNow(names, change, bytes, durability);
  return isBulk(names) ? inTurn(make) : make();
};

async function changeNow<const Names extends StoreName[], Result>(
  names: Names,
  change: (transaction: Change<Names>) => Promise<Result>,
  bytes: number,
  durability: IDBTransactionDurability,
): Promise<Result> {
  await ensureSoundLog();
  const { transaction, aborted } = await connected((db) => {
    const transaction = writing(db, names, { durability });
    // WebKit can abort a transaction without ever answering its requests: waiting for those alone could take forever.
    const aborted = new Promise<never>((_, reject) => transaction.done.catch(reject));
    // It may be aborted before anybody waits.
    aborted.catch(() => undefined);
    return { transaction, aborted };
  });
  const [noted, stored] = withSecondPlace(transaction, names);
  const make = async () => {
    const result = await Promise.race([change(noted), aborted]);
    await transaction.done;
    stored();
    return result;
  };
  try {
    return await inTime(make(), 'writing to its storage', LIMIT_MS);
  } catch (error) {
    await undo(transaction);
    if (!(error instanceof DOMException)) throw error;
    throw await namedFailure(transaction.error ?? error, bytes);
  }
}

async function undo(transaction: { abort(): void; done: Promise<void> }): Promise<void> {
  try {
    transaction.abort();
  } catch {
    // The browser has already ended it.
  }
  await inTime(transaction.done, 'undoing a change', UNDO_LIMIT_MS).catch(() => undefined);
}

/** Why the browser refused a write, as an error people can act on. An AbortError by itself gives no reason. */
async function namedFailure(cause: DOMException, bytes: number): Promise<AppError> {
  const free = await freeBytes();
  const isUnexplained = cause.name === 'AbortError';
  // Chromium names the file and the reason in its message.
  const isFull = cause.name === 'QuotaExceededError' || cause.message.includes('NO_SPACE');
  if (isFull || (isUnexplained && free !== null && bytes > free)) {
    return storageFull(bytes || null, free, cause);
  }
  const reason = isUnexplained ? 'it gave no reason' : `${cause.name}: ${cause.message}`;
  return new AppError('storage_failed', msg`The browser could not write to its storage (${reason}).`, {
    cause,
  });
}
