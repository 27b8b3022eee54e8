import { z } from 'zod';
import { DATABASE_NAME } from '../../src/storage/database/database.ts';

const path = z.union([z.string(), z.array(z.string())]);
const dump = z.object({
  version: z.int(),
  stores: z.record(
    z.string(),
    z.object({
      keyPath: path.nullable(),
      autoIncrement: z.boolean().default(false),
      indexes: z.record(
        z.string(),
        z.union([
          path.transform((keyPath) => ({ keyPath, multiEntry: false })),
          z.object({ keyPath: path, multiEntry: z.boolean() }),
        ]),
      ),
      rows: z.array(
        z.tuple([z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).nullable(), z.unknown()]),
      ),
    }),
  ),
  /** The secrets of its keys, if the fixture was written by that version's own code. */
  secrets: z.record(z.string(), z.string()).default({}),
});

/**
 * Stores a database written by tests/fixtures/storage/make-database.ts, using only the browser's own API. Returns the
 * secrets of its keys.
 */
export async function restoreDump(fixture: unknown): Promise<Record<string, string>> {
  const old = dump.parse(fixture);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, old.version);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
    request.onupgradeneeded = () => {
      for (const [name, { keyPath, autoIncrement, indexes, rows }] of Object.entries(old.stores)) {
        const store = request.result.createObjectStore(name, { keyPath, autoIncrement });
        for (const [index, { keyPath: indexed, multiEntry }] of Object.entries(indexes)) {
          store.createIndex(index, indexed, { multiEntry });
        }
        for (const [key, value] of rows) {
          if (key === null) store.add(value);
          else store.add(bytesIn(name, value), key);
        }
      }
    };
  });
  db.close();
  return old.secrets;
}

/** Bytes are written in a dump as the text that they are of: up to version 4 they were a Blob. */
function bytesIn(store: string, value: unknown): unknown {
  if (store === 'audio-bytes') return new Blob([String(value)]);
  return store === 'audio-pieces' ? new TextEncoder().encode(String(value)).buffer : value;
}
