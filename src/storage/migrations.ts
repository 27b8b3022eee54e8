import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { z } from 'zod';
import type { EarshotSchema } from './database-schema.ts';

type Transaction = IDBPTransaction<EarshotSchema, StoreNames<EarshotSchema>[], 'versionchange'>;
type Migration = (db: IDBPDatabase<EarshotSchema>, transaction: Transaction) => void;

/** Step n brings the database from version n to n + 1. A released step is never changed. */
const MIGRATIONS: readonly Migration[] = [
  (db) => {
    const jobs = db.createObjectStore('jobs', { keyPath: 'id' });
    jobs.createIndex('by-created', 'created_at');
    jobs.createIndex('by-status', ['status', 'created_at']);
    jobs.createIndex('by-audio', 'audio_id');
    db.createObjectStore('audio', { keyPath: 'id' });
    db.createObjectStore('audio-bytes');
    db.createObjectStore('checkpoints', { keyPath: ['job_id', 'index'] });
    db.createObjectStore('keys', { keyPath: 'id' }).createIndex('by-hash', 'hash', { unique: true });
    db.createObjectStore('settings');
    db.createObjectStore('model-files', { keyPath: ['model_id', 'path'] });
    db.createObjectStore('model-chunks');
  },
  (db, transaction) => {
    transaction.objectStore('jobs').createIndex('by-key', ['key_id', 'created_at']);
    db.createObjectStore('request-logs', { keyPath: 'key_id' });
    addHints(transaction).catch(() => {
      // Half an upgrade must not be kept; a failed write has ended the transaction itself.
      if (transaction.error === null) transaction.abort();
    });
  },
  (db) => {
    db.createObjectStore('webhooks', { keyPath: 'id' });
    const deliveries = db.createObjectStore('deliveries', { keyPath: 'sequence', autoIncrement: true });
    deliveries.createIndex('by-id', 'id', { unique: true });
    deliveries.createIndex('by-job', 'job_id');
    deliveries.createIndex('by-state', 'state');
    db.createObjectStore('delivery-bodies');
  },
];

/** Version 1 knew one key, the app's, whose secret stands in the settings. */
async function addHints(transaction: Transaction): Promise<void> {
  const settings = await transaction.objectStore('settings').get('settings');
  const { app_key } = z.object({ app_key: z.string() }).catch({ app_key: '' }).parse(settings);
  for (
    let cursor = await transaction.objectStore('keys').openCursor();
    cursor;
    cursor = await cursor.continue()
  ) {
    const key = z.looseObject({ id: z.string() }).parse(cursor.value);
    await cursor.update({ ...key, hint: key.id === 'app' ? app_key.slice(0, 7) : '' });
  }
}

export function migrate(
  db: IDBPDatabase<EarshotSchema>,
  oldVersion: number,
  newVersion: number | null,
  transaction: Transaction,
): void {
  for (const step of MIGRATIONS.slice(oldVersion, newVersion ?? MIGRATIONS.length)) step(db, transaction);
}
