import { type IDBPDatabase, openDB } from 'idb';
import { answered } from '../../lib/answered.ts';
import type { EarshotSchema } from './database-schema.ts';
import { readAgain, withLimitedReads } from './limited-reads.ts';
import { migrate } from './migrations.ts';

export const DATABASE_NAME = 'earshot';
export const DATABASE_VERSION = 13;

export type Database = IDBPDatabase<EarshotSchema>;

let opened: Promise<Database> | null = null;
let onClosed: () => void = () => undefined;

/** Calls `listener` whenever the browser closes the database by itself, such as after a write that failed. One for each realm. */
export function whenClosedByBrowser(listener: () => void): void {
  onClosed = listener;
}

/** This realm's only connection; reopened after another tab requested an upgrade, or after a failure. */
export const database = async (): Promise<Database> => withLimitedReads(await connection(), connected);

function connection(): Promise<Database> {
  if (opened) return opened;
  const opening = open();
  opened = opening;
  opening.catch(() => {
    if (opened === opening) opened = null;
  });
  return opening;
}

/** Uses the connection, or a new one if the browser has closed it without a word, or before it says so. */
export async function connected<T>(use: (db: Database) => T): Promise<Awaited<T>> {
  const asked = connection();
  try {
    return await use(await asked);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    if (opened === asked) opened = null;
    return await use(await connection());
  }
}

/** Reads several values at one moment; see `readAgain`. */
export const readStores = <T>(read: (db: Database) => Promise<T>): Promise<T> =>
  readAgain(() => connected(read));

/** An upgrade takes as long as it takes, but begins at once, unless a page of another version keeps the database. */
async function open(): Promise<Database> {
  const { opening } = await answered(connect, {
    what: 'opening its storage',
    discard: ({ opening: late }) =>
      late.then(
        (db) => db.close(),
        () => undefined,
      ),
  });
  return opening;
}

/** Resolves when the connection is open or its upgrade has begun. */
function connect(): Promise<{ opening: Promise<Database> }> {
  return new Promise((resolve, reject) => {
    const begun = () => resolve({ opening });
    const opening = openDB<EarshotSchema>(DATABASE_NAME, DATABASE_VERSION, {
      upgrade: (db, from, to, transaction) => {
        begun();
        migrate(db, from, to, transaction);
      },
      blocking: () => closeDatabase(),
      terminated: () => {
        opened = null;
        onClosed();
      },
    });
    // Where storage is forbidden, opening throws, which rejects this promise, too.
    opening.then(begun, reject);
  });
}

/** Closes the connection, so that the database can be upgraded or deleted. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  (await closing?.catch(() => null))?.close();
}
