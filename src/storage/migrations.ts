import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
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
];

export function migrate(
  db: IDBPDatabase<EarshotSchema>,
  oldVersion: number,
  newVersion: number | null,
  transaction: Transaction,
): void {
  for (const step of MIGRATIONS.slice(oldVersion, newVersion ?? MIGRATIONS.length)) step(db, transaction);
}
