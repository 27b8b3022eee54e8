import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileState, openTransactions, stateOfFile } from '../../leveldb-file.ts';

/** What is at the ends of the files of Chromium's database that are written to, or that there is none. */
export interface StorageState {
  log: FileState | 'absent';
  manifest: FileState | 'absent';
  /** Transactions that were writing: with two of them, Chromium deletes the database. */
  openTransactions: number;
}

const WORST: readonly FileState[] = [
  'damaged',
  'ends in half a record',
  'ends between blocks of a record',
  'whole',
];

const LOG = /\/\d+\.log$/;

export function storageState(databases: readonly string[]): StorageState {
  const files = databases
    .filter((folder) => folder.endsWith('.leveldb'))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const worstOf = (pattern: RegExp) => {
    const states = files.filter((path) => pattern.test(path)).map((path) => stateOfFile(readFileSync(path)));
    return WORST.find((state) => states.includes(state)) ?? 'absent';
  };
  const [log = Buffer.alloc(0)] = files
    .filter((path) => LOG.test(path))
    .toSorted()
    .reverse()
    .map((path) => readFileSync(path));
  return {
    log: worstOf(LOG),
    manifest: worstOf(/\/MANIFEST-\d+$/),
    openTransactions: openTransactions(log),
  };
}
