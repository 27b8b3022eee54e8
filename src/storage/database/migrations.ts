import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { z } from '../../lib/zod.ts';
import { metadataTerms } from '../jobs/metadata-terms.ts';
import type { EarshotSchema } from './database-schema.ts';

/** Beside the settings of a database that the browser has just made, until what the second place has is put back. */
export const NEW_DATABASE = 'new-database';

type Transaction = IDBPTransaction<EarshotSchema, StoreNames<EarshotSchema>[], 'versionchange'>;
type Migration = (db: IDBPDatabase<EarshotSchema>, transaction: Transaction) => void;

/** Step n upgrades the database from version n to n + 1. A released step is never changed. */
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
    whole(transaction, addHints);
  },
  (db) => {
    db.createObjectStore('webhooks', { keyPath: 'id' });
    const deliveries = db.createObjectStore('deliveries', { keyPath: 'sequence', autoIncrement: true });
    deliveries.createIndex('by-id', 'id', { unique: true });
    deliveries.createIndex('by-job', 'job_id');
    deliveries.createIndex('by-state', 'state');
    db.createObjectStore('delivery-bodies');
  },
  (db, transaction) => {
    db.createObjectStore('results');
    transaction.objectStore('jobs').createIndex('by-metadata', 'metadata_terms', { multiEntry: true });
    whole(transaction, setResultsApart);
  },
  (db) => {
    // Moving gigabytes here would keep every tab from opening the database: see move-old-bytes.ts.
    db.createObjectStore('audio-pieces');
    db.createObjectStore('model-pieces');
  },
  (db) => {
    db.createObjectStore('edits', { keyPath: 'job_id' });
    db.createObjectStore('edit-paragraphs');
    db.createObjectStore('edit-versions', { keyPath: ['job_id', 'number'] });
    db.createObjectStore('peaks');
  },
  (db) => {
    db.createObjectStore('egress', { autoIncrement: true });
  },
  (db) => {
    db.createObjectStore('library-facts', { keyPath: 'job_id' });
    db.createObjectStore('library-texts', { keyPath: 'job_id' });
    db.createObjectStore('watched-files', { keyPath: 'path' });
  },
  (db) => {
    db.createObjectStore('arrivals', { keyPath: 'id' });
    db.createObjectStore('arrival-pieces');
  },
  (db) => {
    db.createObjectStore('live-sessions', { keyPath: 'id' });
    db.createObjectStore('live-messages');
  },
  (db) => {
    db.createObjectStore('job-voices', { keyPath: 'job_id' });
  },
  (db) => {
    db.createObjectStore('one-writer');
  },
  (db) => {
    db.createObjectStore('library-vectors', { keyPath: 'job_id' });
  },
];

/** A partial upgrade must not be committed; a failed write has already aborted the transaction. */
function whole(transaction: Transaction, change: (transaction: Transaction) => Promise<void>): void {
  change(transaction).catch(() => {
    if (transaction.error === null) transaction.abort();
  });
}

const oldJob = z.looseObject({
  id: z.string(),
  custom_metadata: z.record(z.string(), z.unknown()).nullable(),
  result: z.unknown(),
});

/** Version 1 had one key, the app's, whose secret is in the settings. */
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

/** Up to version 3 results were part of the jobs, which were not indexed by metadata. */
async function setResultsApart(transaction: Transaction): Promise<void> {
  const results = transaction.objectStore('results');
  for (
    let cursor = await transaction.objectStore('jobs').openCursor();
    cursor;
    cursor = await cursor.continue()
  ) {
    const { result, ...row } = oldJob.parse(cursor.value);
    if (result) await results.put(result, row.id);
    await cursor.update({ ...row, metadata_terms: metadataTerms(row.custom_metadata) });
  }
}

export function migrate(
  db: IDBPDatabase<EarshotSchema>,
  oldVersion: number,
  newVersion: number | null,
  transaction: Transaction,
): void {
  for (const step of MIGRATIONS.slice(oldVersion, newVersion ?? MIGRATIONS.length)) step(db, transaction);
  if (oldVersion > 0) return;
  // A failed write aborts the transaction, which is the error.
  transaction
    .objectStore('settings')
    .put(true, NEW_DATABASE)
    .catch(() => undefined);
}
