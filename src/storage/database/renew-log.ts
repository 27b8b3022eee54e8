import { inTime } from '../../lib/answered.ts';
import { changeStores } from './change-stores.ts';
import { database } from './database.ts';
import { freeBytes } from './quota.ts';
import { beginNewLog } from './sound-log.ts';
import { takeSpareRoom, usesLevelDb } from './spare-room.ts';

/** Beside the settings, while a host is at work. */
const AT_WORK = 'host-at-work';

/** Below that, filling up does more harm than good. */
const LEAST_FREE_BYTES = 100e6;

/** On a busy machine the browser takes longer to add it up, and what is written meanwhile may be the end of the database. */
const FREE_WITHIN_MS = 1_000;

/**
 * Protects the database from what a killed Chromium may have left: half a record at the end of its log. The browser leaves it there,
 * appends to it, and deletes the whole database as damaged the next time it reads the log (docs/reliability.md). So the log is filled up
 * until the browser begins another, where the host before this one ended without a word.
 */
export async function renewLog(signal: AbortSignal): Promise<void> {
  if (!usesLevelDb()) return;
  const endedWithoutWord = (await (await database()).getKey('settings', AT_WORK)) !== undefined;
  const leave = () => {
    changeStores(['settings'], (transaction) => transaction.objectStore('settings').delete(AT_WORK)).catch(
      console.warn,
    );
  };
  globalThis.addEventListener?.('pagehide', leave, { signal });
  await changeStores(['settings'], (transaction) => transaction.objectStore('settings').put(true, AT_WORK));
  const free = await inTime(freeBytes(), 'adding up its storage', FREE_WITHIN_MS).catch(() => null);
  if (free !== null && free < LEAST_FREE_BYTES) return;
  if (endedWithoutWord) await beginNewLog();
  // A little of the quota, against the loss of everything on a full disk.
  await takeSpareRoom();
}
