import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileState, stateOfFile } from '../../leveldb-file.ts';

/** What is at the ends of the files of Chromium's database that are written to, or that there is none. */
export interface StorageState {
  log: FileState | 'absent';
  manifest: FileState | 'absent';
}

const WORST: readonly FileState[] = [
  'damaged',
  'ends in half a record',
  'ends between blocks of a record',
  'whole',
];

export function storageState(databases: readonly string[]): StorageState {
  const files = databases
    .filter((folder) => folder.endsWith('.leveldb'))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const worstOf = (pattern: RegExp) => {
    const states = files.filter((path) => pattern.test(path)).map((path) => stateOfFile(readFileSync(path)));
    return WORST.find((state) => states.includes(state)) ?? 'absent';
  };
  return { log: worstOf(/\/\d+\.log$/), manifest: worstOf(/\/MANIFEST-\d+$/) };
}
