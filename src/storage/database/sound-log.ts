import { inTime } from '../../lib/answered.ts';
import { database, whenClosedByBrowser } from './database.ts';
import { freeBytes, storageFull } from './quota.ts';
import {
  ensureSpareBytes,
  giveBackSpareRoom,
  lacksSpareRoom,
  takeSpareRoom,
  usesLevelDb,
} from './spare-room.ts';
import { writing } from './writing.ts';

/** LevelDB begins a new log after 4 MiB. Chromium puts values above 64 KiB elsewhere, and packs what can be packed. */
const FILLER_ROWS = 100;
const FILLER_BYTES = 48 * 1024;
const LIMIT_MS = 120_000;
const LOCK = 'earshot-sound-log';

/** Whether this realm has verified that nothing follows half a record. */
let isSound = false;

whenClosedByBrowser(() => {
  isSound = false;
  if (usesLevelDb()) void giveBackSpareRoom().catch(console.warn);
});

/**
 * Makes sure that Chromium's log can be written. A write that finds the disk full leaves half a record at its end, and closes the
 * database; what is written behind it lets Chromium delete all of it at a later start (docs/reliability.md). So nothing is written
 * from there on until there is room for another log.
 *
 * @throws AppError 507 while there is none
 */
export async function ensureSoundLog(): Promise<void> {
  if (isSound || !usesLevelDb() || !('caches' in globalThis)) return;
  await inTime(
    navigator.locks.request(LOCK, async () => {
      if (isSound) return;
      isSound = true;
      try {
        // Where caches are forbidden, nobody took the room.
        if (await lacksSpareRoom().catch(() => false)) await recover();
      } catch (error) {
        isSound = false;
        throw error;
      }
    }),
    'making room for its storage',
    LIMIT_MS,
  );
}

async function recover(): Promise<void> {
  try {
    await ensureSpareBytes();
    await beginNewLog();
  } catch (cause) {
    throw storageFull(null, await freeBytes(), cause);
  }
  await takeSpareRoom().catch(console.warn);
}

/** Fills the log until LevelDB begins another. */
export async function beginNewLog(): Promise<void> {
  const db = await database();
  const filling = writing(db, ['settings']);
  const settings = filling.objectStore('settings');
  for (let row = 0; row < FILLER_ROWS; row++)
    void settings
      .put(crypto.getRandomValues(new Uint8Array(FILLER_BYTES)), `log-filler-${row}`)
      .catch(() => undefined);
  await filling.done;
  const emptying = writing(db, ['settings']);
  const fillers = IDBKeyRange.bound('log-filler-', 'log-filler-\uffff');
  void emptying
    .objectStore('settings')
    .delete(fillers)
    .catch(() => undefined);
  await emptying.done;
}
