import type { IDBPTransaction, StoreNames } from 'idb';
import type { Database } from './database.ts';
import type { EarshotSchema } from './database-schema.ts';
import { usesLevelDb } from './spare-room.ts';

/**
 * Begins to write, behind all others that write. If Chromium is killed while two transactions have written to different stores, it
 * deletes the whole database at its next start, as damaged ("Invalid locks on disk": both hold a lock on the database, which only one
 * can have back). A store that all share makes one wait for the other; it is never read, so no read waits for a write that it need not.
 */
export function writing<Names extends StoreNames<EarshotSchema>[]>(
  db: Database,
  names: Names,
  options?: IDBTransactionOptions,
): IDBPTransaction<EarshotSchema, Names, 'readwrite'> {
  const stores = usesLevelDb() ? ([...names, 'one-writer'] as Names) : names;
  return db.transaction(stores, 'readwrite', options);
}
