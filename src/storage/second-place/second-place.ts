import { isProtected, type PlaceChange, placeChanges, type RowChange, watched } from './protected-rows.ts';
import { removeLogs, writeChanges } from './write-changes.ts';

/** Transactions that may wait for a place that does not answer. */
const MOST_WAITING = 2_000;

type Write = (changes: PlaceChange[]) => Promise<unknown>;

/** A page has a worker for it: its own thread can only write files anew. */
let write: Write | null = 'WorkerGlobalScope' in globalThis ? (changes) => writeChanges(changes) : null;
let waiting = 0;
/** Whether something else needs the room: then what is deleted is still removed. */
let isFull = false;

/** Whether this realm writes it. */
export const hasSecondPlace = (): boolean => write !== null;

/** Has a page's changes written by `given`; null for by nobody. */
export function provideSecondPlace(given: Write | null): void {
  write = given;
}

/**
 * The same transaction, and what passes its changes on once it is stored: to files outside IndexedDB, because a browser can lose a database as a whole.
 * Nothing waits for them, and where they cannot be written the app works as without them.
 */
export function withSecondPlace<T extends object>(
  transaction: T,
  stores: readonly string[],
): [transaction: T, stored: () => void] {
  if (!write || !stores.some(isProtected)) return [transaction, () => undefined];
  const rows: RowChange[] = [];
  return [watched(transaction, rows), () => passOn(placeChanges(rows).flatMap(asWritten))];
}

function asWritten(change: PlaceChange): PlaceChange[] {
  if ('subject' in change && keptAsIs.has(change.subject)) return [];
  if (!isFull) return [change];
  if ('row' in change) return [{ subject: change.subject, missed: true }];
  return 'madeInto' in change ? [] : [change];
}

let keptAsIs: ReadonlySet<string> = new Set();

/** Leaves subjects of the second place as they are while they are read: what is put back from there, or fails to be, is no change of it. */
export async function withoutChanging<T>(subjects: ReadonlySet<string>, work: () => Promise<T>): Promise<T> {
  keptAsIs = subjects;
  try {
    return await work();
  } finally {
    keptAsIs = new Set();
  }
}

function passOn(changes: PlaceChange[]): void {
  if (!write || changes.length === 0) return;
  if (waiting >= MOST_WAITING) {
    write = null;
    console.info('The second place does not answer, and is written no more by this page.');
    return;
  }
  waiting += 1;
  write(changes)
    .catch((error: unknown) => console.info('The worker of the second place has ended:', error))
    .finally(() => {
      waiting -= 1;
    });
}

/** Gives the room of the logs to what else finds none, for as long as this realm exists. True if there was something. */
export async function giveSecondPlaceBack(): Promise<boolean> {
  if (!write) return false;
  isFull = true;
  return removeLogs().catch((error: unknown) => {
    console.info('The second place could not give way:', error);
    return false;
  });
}
