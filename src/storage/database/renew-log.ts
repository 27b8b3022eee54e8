import { changeStores } from './change-stores.ts';
import { database } from './database.ts';
import { freeBytes } from './quota.ts';

/** Beside the settings, while a host is at work. */
const AT_WORK = 'host-at-work';

/** LevelDB begins a new log after 4 MiB. Chromium puts values above 64 KiB elsewhere, and packs what can be packed. */
const FILLER_ROWS = 100;
const FILLER_BYTES = 48 * 1024;
/** Below that, filling up does more harm than good. */
const LEAST_FREE_BYTES = 100e6;

/**
 * Protects the database from what a killed Chromium may have left: half a record at the end of its log. The browser leaves it there,
 * appends to it, and deletes the whole database as damaged the next time it reads the log (docs/reliability.md). So the log is filled up
 * until the browser begins another, where the host before this one ended without a word.
 */
export async function renewLog(signal: AbortSignal): Promise<void> {
  if (!/Chrom(?:e|ium)\//.test(navigator.userAgent)) return;
  const endedWithoutWord = (await (await database()).getKey('settings', AT_WORK)) !== undefined;
  const leave = () => {
    changeStores(['settings'], (transaction) => transaction.objectStore('settings').delete(AT_WORK)).catch(
      console.warn,
    );
  };
  globalThis.addEventListener?.('pagehide', leave, { signal });
  await changeStores(['settings'], (transaction) => transaction.objectStore('settings').put(true, AT_WORK));
  if (!endedWithoutWord || ((await freeBytes()) ?? 0) < LEAST_FREE_BYTES) return;
  await changeStores(
    ['settings'],
    async (transaction) => {
      const settings = transaction.objectStore('settings');
      for (let row = 0; row < FILLER_ROWS; row++)
        await settings.put(crypto.getRandomValues(new Uint8Array(FILLER_BYTES)), `log-filler-${row}`);
    },
    FILLER_ROWS * FILLER_BYTES,
  );
  await changeStores(['settings'], (transaction) =>
    transaction.objectStore('settings').delete(IDBKeyRange.bound('log-filler-', 'log-filler-\uffff')),
  );
}
