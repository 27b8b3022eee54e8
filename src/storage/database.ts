import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { migrate } from './migrations.ts';

export const DATABASE_NAME = 'earshot';
export const DATABASE_VERSION = 1;

/** Values are unknown on purpose: what was stored by another version is parsed when it is read. */
export interface EarshotSchema extends DBSchema {
  jobs: { key: string; value: unknown; indexes: { 'by-created': string; 'by-status': [string, string] } };
  audio: { key: string; value: unknown };
  'audio-bytes': { key: string; value: Blob };
  checkpoints: { key: [string, number]; value: unknown };
  keys: { key: string; value: unknown; indexes: { 'by-hash': string } };
  settings: { key: string; value: unknown };
  'model-files': { key: [string, string]; value: unknown };
  'model-chunks': { key: [string, string, number]; value: Blob };
}

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
