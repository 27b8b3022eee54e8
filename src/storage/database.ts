import { type IDBPDatabase, openDB } from 'idb';
import type { EarshotSchema } from './database-schema.ts';
import { migrate } from './migrations.ts';

export const DATABASE_NAME = 'earshot';
export const DATABASE_VERSION = 1;

export type Database = IDBPDatabase<EarshotSchema>;

let opened: Promise<Database> | null = null;

/** The one connection of this realm; opened again after another tab asked for an upgrade. */
export function database(): Promise<Database> {
  opened ??= openDB<EarshotSchema>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade: migrate,
    blocking: () => closeDatabase(),
    terminated: () => {
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

/** Closes the connection, so that the database can be upgraded or deleted. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  (await closing?.catch(() => null))?.close();
}
