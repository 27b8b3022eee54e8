import { readFileSync } from 'node:fs';
import { restoreDump } from './restore-dump.ts';

/** Stores an earlier version's data from tests/fixtures/storage. Returns the secrets of its keys. */
export async function restoreOldDatabase(version: number): Promise<Record<string, string>> {
  const file = new URL(`../fixtures/storage/database-${version}.json`, import.meta.url);
  return restoreDump(JSON.parse(readFileSync(file, 'utf8')));
}
