import { readRevisions } from '../../storage/library/library-texts.ts';

/** When everything was last backed up, and when a person last declined to, in local storage: milliseconds since 1970. */
const BACKED_UP = 'earshot-backed-up';
const DECLINED = 'earshot-backup-declined';
const MONTH_MS = 30 * 24 * 3_600_000;

/** A library is worth a backup from there on. */
const LEAST_RECORDINGS = 5;
const LEAST_SECONDS = 3600;
/** Ten minutes of typing, which is saved every two seconds. */
const LEAST_SAVES = 300;

const isRecent = (key: string) => Date.now() - Number(localStorage.getItem(key) ?? 0) < MONTH_MS;

export const noteBackup = () => localStorage.setItem(BACKED_UP, String(Date.now()));
export const declineBackup = () => localStorage.setItem(DECLINED, String(Date.now()));

/** Where the browser may delete data that are worth it, and a month has passed; `durations` in seconds, null if unknown. */
export async function isBackupDue(durations: readonly (number | null)[]): Promise<boolean> {
  if (isRecent(BACKED_UP) || isRecent(DECLINED) || (await navigator.storage?.persisted?.())) return false;
  const seconds = durations.reduce<number>((sum, duration) => sum + (duration ?? 0), 0);
  if (durations.length >= LEAST_RECORDINGS || seconds >= LEAST_SECONDS) return true;
  const saves = [...(await readRevisions()).values()].reduce((sum, revision) => sum + revision, 0);
  return saves >= LEAST_SAVES;
}
