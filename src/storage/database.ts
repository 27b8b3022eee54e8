import { type IDBPDatabase, openDB } from 'idb';
import type { EarshotSchema } from './database-schema.ts';
import { migrate } from './migrations.ts';

export const DATABASE_NAME = 'earshot';
export const DATABASE_VERSION = 8;

export type Database = IDBPDatabase<EarshotSchema>;

let opened: Promise<Database> | null = null;

/** This realm's only connection; reopened after another tab requested an upgrade, or after a failure. */
export function database(): Promise<Database> {
  if (opened) return opened;
  const opening = open();
  opened = opening;
  opening.catch(() => {
    if (opened === opening) opened = null;
  });
  return opening;
}

// Where storage is forbidden, opening throws synchronously; `async` turns that into a rejection.
async function open(): Promise<Database> {
  return openDB<EarshotSchema>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade: migrate,
    blocking: () => closeDatabase(),
    terminated: () => {
      opened = null;
    },
  });
}

/** Closes the connection, so that the database can be upgraded or deleted. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  (await closing?.catch(() => null))?.close();
}
