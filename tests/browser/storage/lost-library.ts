import { deleteDB } from 'idb';
import { afterAll, beforeEach } from 'vitest';
import { writeInWorker } from '../../../src/realms/second-place/page/spawn.ts';
import { closeDatabase, DATABASE_NAME } from '../../../src/storage/database/database.ts';
import { provideSecondPlace } from '../../../src/storage/second-place/second-place.ts';

/** Begins each test of a file with neither a database nor a second place. */
export function useLostLibrary(): void {
  provideSecondPlace(writeInWorker);
  beforeEach(async () => {
    await loseDatabase();
    await emptyPlace();
  });
  // Other files find none, either.
  afterAll(async () => {
    await writeInWorker([]);
    await emptyPlace();
  });
}

/** As a killed browser that throws its database away. */
export async function loseDatabase(): Promise<void> {
  // All that was passed on is written.
  await writeInWorker([]);
  await closeDatabase();
  await deleteDB(DATABASE_NAME);
}

export const place = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('second-place', { create: true });

export async function filesInPlace(): Promise<string[]> {
  await writeInWorker([]);
  const names: string[] = [];
  for await (const name of (await place()).keys()) names.push(name);
  return names.sort();
}

export async function emptyPlace(): Promise<void> {
  await (await navigator.storage.getDirectory())
    .removeEntry('second-place', { recursive: true })
    .catch(() => undefined);
}
