import type { IDBPDatabase } from 'idb';
import { answered } from '../../lib/answered.ts';
import type { EarshotSchema } from './database-schema.ts';

type Connection = IDBPDatabase<EarshotSchema>;

/** What reads in a transaction of its own, so that it can be asked for twice: `get`, `getAllKeysFromIndex`, `count` and the like. */
const READ = /^(?:get|count)/;

/** A read is behind the writes to the same stores that were begun before it. */
const LIMIT_MS = 60_000;

/** Reads a second time if the browser does not answer. Throws 500 `storage_failed` in the end. */
export const readAgain = <T>(read: () => Promise<T>): Promise<T> =>
  answered(read, { what: 'reading from its storage', limitMs: LIMIT_MS });

/** The same connection, or a new one where it is closed, whose reads of one value or list end in any case. */
export const withLimitedReads = (
  db: Connection,
  connected: <T>(use: (db: Connection) => Promise<T>) => Promise<T>,
): Connection =>
  new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (!READ.test(String(name))) return member.bind(target);
      return (...given: unknown[]) =>
        readAgain(() => connected(async (open) => Reflect.apply(Reflect.get(open, name), open, given)));
    },
  });
