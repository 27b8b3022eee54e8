import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { MemoryLocks } from '../../src/embed/memory-locks.ts';
import { createApp } from '../../src/service/router.ts';
import { closeDatabase } from '../../src/storage/database/database.ts';
import { appKey } from '../../src/storage/settings/key-store.ts';
import { backupCase, entriesOf } from '../fuzz/backup-case.ts';
import { checkBackup, wholeBackup } from '../fuzz/check-backup.ts';
import { type Call, checkImport, type Outcome } from '../fuzz/check-import.ts';
import { transcriptCase } from '../fuzz/transcript-case.ts';

export interface StoredTask {
  kind: 'transcript' | 'backup';
  seed: number;
}

export interface StoredReport extends StoredTask, Outcome {
  /** Milliseconds of processor time. */
  ms: number;
}

const ORIGIN = 'https://speech.example';

/** The service over an empty database. */
async function start(): Promise<Call> {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
  const navigator = {
    storage: { estimate: async () => ({ quota: 10e9, usage: 0 }) },
    locks: new MemoryLocks(),
  };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const app = createApp();
  const key = await appKey();
  return async (path, init = {}) =>
    app.fetch(new Request(new URL(path, ORIGIN), { ...init, headers: { 'x-service-key': key } }));
}

let call = await start();
const files = await entriesOf(await wholeBackup());
call = await start();

async function check({ kind, seed }: StoredTask): Promise<Outcome> {
  if (kind === 'transcript') return checkImport(transcriptCase(seed), call);
  const outcome = await checkBackup(await backupCase(files, seed), seed % 2 === 0, start);
  call = await start();
  return outcome;
}

process.on('message', async (task: StoredTask) => {
  const before = process.cpuUsage();
  const outcome = await check(task);
  const { user, system } = process.cpuUsage(before);
  const report: StoredReport = { ...task, ...outcome, ms: (user + system) / 1000 };
  process.send?.(report);
});
process.send?.('ready');
// What Vite imports later, it imports only until this module is done.
await new Promise((resolve) => process.once('disconnect', resolve));
