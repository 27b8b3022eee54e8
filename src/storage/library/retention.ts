import { REPEATS_MARK } from '../../contract/jobs/repeats-mark.ts';
import { announce } from '../../contract/realms/channel.ts';
import { type LibraryEntry, NO_ENTRY } from '../../contract/transcripts/library-entry.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database, readStores } from '../database/database.ts';
import { hasEnded } from '../jobs/job-rows.ts';
import { AUDIO, deleteAudioRows } from '../recordings/audio-rows.ts';
import { type JobRow, jobRow } from './library-rows.ts';

const KEY = 'retention';
export const DAY_MS = 24 * 3_600_000;
/** A new rule deletes nothing before a day has passed: a mistyped one can be put right. */
const GRACE_MS = DAY_MS;

/** Days since the transcription; null keeps it. */
const days = z.int().min(1).max(36_500).nullable();

export const retentionRule = z.object({
  /** The recordings that it is about; all if both are null. */
  folder: z.string().nullable(),
  tag: z.string().nullable(),
  sound_days: days,
  all_days: days,
});

const retention = z.object({
  rules: z.array(retentionRule).default([]),
  /** When the rules were last changed, in milliseconds since 1970. */
  changed: z.number().default(0),
});

export type RetentionRule = z.infer<typeof retentionRule>;
export type Retention = z.infer<typeof retention>;

const parse = (stored: unknown): Retention => retention.catch({ rules: [], changed: 0 }).parse(stored ?? {});

export const getRetention = async (): Promise<Retention> =>
  parse(await (await database()).get('settings', KEY));

/** Replaces the rules and notifies the other tabs. Throws if one of them is none. */
export async function setRetention(rules: readonly RetentionRule[]): Promise<Retention> {
  const next = retention.parse({ rules, changed: Date.now() });
  await changeStores(['settings'], (transaction) => transaction.objectStore('settings').put(next, KEY));
  announce({ type: 'settings-changed' });
  return next;
}

const isGeneral = ({ folder, tag }: RetentionRule): boolean => folder === null && tag === null;

const isAbout = ({ folder, tag }: RetentionRule, library: LibraryEntry): boolean =>
  (folder === null || folder === library.folder) &&
  (tag === null || library.tags.some((one) => one.toLowerCase() === tag.toLowerCase()));

/** Rules about a folder or tag take the place of the general ones; of several, the one that keeps longest counts. */
function daysOf(
  rules: readonly RetentionRule[],
  library: LibraryEntry,
  what: 'sound_days' | 'all_days',
): number | null {
  const fitting = rules.filter((rule) => isAbout(rule, library));
  const own = fitting.filter((rule) => !isGeneral(rule));
  const kept = (own.length > 0 ? own : fitting).map((rule) => rule[what]);
  const lengths = kept.filter((length) => length !== null);
  return kept.length === 0 || lengths.length < kept.length ? null : Math.max(...lengths);
}

/** Jobs by recording: other runs of one go with it. Ended work on a transcript goes with its job. */
function runsOf(rows: readonly JobRow[]): Iterable<{ row: JobRow; root: string }[]> {
  const runs = new Map<string, { row: JobRow; root: string }[]>();
  for (const row of rows) {
    if (row.builds_on && hasEnded(row)) continue;
    const marked = row.builds_on?.job_id ?? row.custom_metadata?.[REPEATS_MARK];
    const root = typeof marked === 'string' ? marked : row.id;
    runs.set(root, [...(runs.get(root) ?? []), { row, root }]);
  }
  return runs.values();
}

/** What a rule deletes of a recording, and when: milliseconds since 1970. */
export interface DueRecording {
  row: JobRow;
  what: 'sound' | 'all';
  at: number;
}

/** All that the rules are about: the rows of jobs, and the recordings whose sound is stored. */
export interface KeptRecordings {
  rows: readonly JobRow[];
  sounds: ReadonlySet<string>;
}

export async function readKeptRecordings(): Promise<KeptRecordings> {
  const [rows, sounds] = await readStores((db) => {
    const transaction = db.transaction(['jobs', 'audio']);
    return Promise.all([
      transaction.objectStore('jobs').getAll(),
      transaction.objectStore('audio').getAllKeys(),
    ]);
  });
  return { rows: rows.flatMap((stored) => jobRow.safeParse(stored).data ?? []), sounds: new Set(sounds) };
}

/**
 * What the rules delete up to a time (ms since 1970), soonest first; never what is pinned, runs, or was just hidden.
 * Sound of several jobs goes when it is due for all of them.
 */
export function dueRecordings(
  { rows, sounds }: KeptRecordings,
  { rules, changed }: Retention,
  until: number,
): DueRecording[] {
  if (rules.length === 0) return [];
  const due: DueRecording[] = [];
  const bySound = new Map<string, { row: JobRow; at: number }[]>();
  for (const runs of runsOf(rows)) {
    const library = (runs.find(({ row, root }) => row.id === root) ?? runs[0])?.row.library ?? NO_ENTRY;
    const isKept = runs.some(({ row }) => row.library?.pinned || row.deleted || !hasEnded(row));
    const ended = Math.max(...runs.map(({ row }) => Date.parse(row.completed_at ?? row.created_at)));
    const timeOf = (what: 'sound_days' | 'all_days') => {
      const length = isKept ? null : daysOf(rules, library, what);
      return length === null
        ? Number.POSITIVE_INFINITY
        : Math.max(ended + length * DAY_MS, changed + GRACE_MS);
    };
    const at = timeOf('all_days');
    const soundAt = Math.min(timeOf('sound_days'), at);
    for (const { row } of runs) {
      if (at <= until) due.push({ row, what: 'all', at });
      const { audio_id } = row;
      if (audio_id === null || !sounds.has(audio_id)) continue;
      bySound.set(audio_id, [...(bySound.get(audio_id) ?? []), { row, at: soundAt }]);
    }
  }
  const whole = new Set(due.map(({ row }) => row.id));
  for (const users of bySound.values()) {
    const at = Math.max(...users.map((user) => user.at));
    const first = users.find(({ row }) => !whole.has(row.id));
    if (at <= until && first) due.push({ row: first.row, what: 'sound', at });
  }
  return due.sort((one, other) => one.at - other.at);
}

/** Deletes the sound of a job, and its waveform, unless a job that reads it was pinned or runs again. True if it was there. */
export function deleteSound(audioId: string): Promise<boolean> {
  return changeStores(['jobs', ...AUDIO], async (transaction) => {
    const rows = await transaction.objectStore('jobs').index('by-audio').getAll(audioId);
    const users = rows.flatMap((stored) => jobRow.safeParse(stored).data ?? []);
    if (users.some((row) => !hasEnded(row) || row.library?.pinned)) return false;
    if ((await transaction.objectStore('audio').getKey(audioId)) === undefined) return false;
    await deleteAudioRows(transaction, audioId);
    return true;
  });
}
