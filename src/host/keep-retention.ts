import { announce } from '../contract/realms/channel.ts';
import { correctingLock } from '../contract/realms/correcting-lock.ts';
import { noteRetention } from '../network/egress-store.ts';
import { sureTime } from '../storage/database/sure-time.ts';
import { deleteWithWork } from '../storage/jobs/delete-with-work.ts';
import {
  type DueRecording,
  deleteSound,
  dueRecordings,
  getRetention,
  readKeptRecordings,
} from '../storage/library/retention.ts';
import { keepMeaning } from './keep-meaning.ts';

const HOUR_MS = 3_600_000;

/** What the host does for the library beside its queue. */
export async function keepLibrary(signal: AbortSignal): Promise<void> {
  keepMeaning(signal);
  await keepRetention(signal);
}

/** Deletes what the retention rules say, at once and then every hour, until the signal aborts. */
async function keepRetention(signal: AbortSignal): Promise<void> {
  const timer = setInterval(() => void applyRetention(signal).catch(console.error), HOUR_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
  await applyRetention(signal);
}

/** Deletes what is due, one recording after the other, and notes how many in the ledger. */
export async function applyRetention(signal: AbortSignal): Promise<void> {
  const retention = await getRetention();
  if (retention.rules.length === 0) return;
  const now = await sureTime();
  const counts = { all: 0, sound: 0 };
  try {
    for (const { row, what } of dueRecordings(await readKeptRecordings(), retention, now)) {
      if (signal.aborted) return;
      if (await deleteUnlessOpen(row, what)) counts[what] += 1;
    }
  } finally {
    for (const what of ['all', 'sound'] as const)
      if (counts[what] > 0) await noteRetention(what, counts[what]);
  }
}

/** A transcript that a tab is correcting is deleted the next time. */
function deleteUnlessOpen(row: DueRecording['row'], what: DueRecording['what']): Promise<boolean> {
  return navigator.locks.request(correctingLock(row.id), { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    if (what === 'all') return deleteWithWork(row.id);
    const isDeleted = row.audio_id !== null && (await deleteSound(row.audio_id));
    if (isDeleted) announce({ type: 'library-changed', ids: [row.id] });
    return isDeleted;
  });
}
