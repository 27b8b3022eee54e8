import {
  changeEntry,
  type EntryChange,
  type LibraryEntry,
  NO_ENTRY,
} from '../../contract/transcripts/library-entry.ts';
import { changeStores } from '../database/change-stores.ts';
import { database, readStores } from '../database/database.ts';
import { type JobRecord, jobRecord } from '../database/records.ts';
import { hasEnded, toJobRow } from '../jobs/job-rows.ts';
import { DELETED_TERM } from '../jobs/metadata-terms.ts';

/** A job without its result: results can be long, and thousands of jobs are changed or listed at once. */
export const jobRow = jobRecord.omit({ result: true });
export type JobRow = Omit<JobRecord, 'result'>;

/** Changes jobs in one transaction; those that do not exist, or for which `change` returns null, are left as they are. */
async function changeRows(
  ids: readonly string[],
  change: (row: JobRow) => Partial<JobRow> | null,
): Promise<JobRow[]> {
  return changeStores(['jobs'], async (transaction) => {
    const jobs = transaction.objectStore('jobs');
    const changed = await Promise.all(
      ids.map(async (id) => {
        const stored = await jobs.get(id);
        const row = stored === undefined ? null : jobRow.parse(stored);
        const changes = row && change(row);
        if (!row || !changes) return null;
        const next = jobRow.parse({ ...row, ...changes });
        await jobs.put(toJobRow(next));
        return next;
      }),
    );
    return changed.filter((row) => row !== null);
  });
}

/** Renames recordings, or changes their tags or folder. */
export async function changeEntries(ids: readonly string[], change: EntryChange): Promise<void> {
  await changeRows(ids, ({ library = NO_ENTRY }) => ({ library: changeEntry(library, change) }));
}

/** Names, tags and folders by job; jobs without any are left out. */
export async function readEntries(ids: readonly string[]): Promise<Map<string, LibraryEntry>> {
  const rows = await readStores((db) => {
    const { store } = db.transaction('jobs');
    return Promise.all(ids.map((id) => store.get(id)));
  });
  return new Map(
    rows.flatMap((stored) => {
      const { data } = jobRow.pick({ id: true, library: true }).safeParse(stored);
      return data?.library ? [[data.id, data.library] as const] : [];
    }),
  );
}

/** Takes jobs out of all lists, to be deleted soon, and returns when; those that wait or run are stopped. */
export async function markDeleted(ids: readonly string[]): Promise<string> {
  const at = new Date().toISOString();
  await changeRows(ids, (row) => ({
    deleted: { at, paused: row.paused ?? false },
    ...(!hasEnded(row) && { paused: true, status: 'queued', claim: null, stage: undefined }),
  }));
  return at;
}

/** Brings jobs back that were marked as deleted, and returns them; those that are gone are left out. */
export const unmarkDeleted = (ids: readonly string[]): Promise<JobRow[]> =>
  changeRows(ids, ({ deleted, paused }) =>
    deleted ? { deleted: undefined, paused: paused && deleted.paused ? true : undefined } : null,
  );

/** The jobs that are marked as deleted. */
export async function readDeleted(): Promise<JobRow[]> {
  const rows = await (await database()).getAllFromIndex('jobs', 'by-metadata', DELETED_TERM);
  return rows.flatMap((stored) => jobRow.safeParse(stored).data ?? []);
}

/** All jobs that lists show, newest first, without their results. What another version of the app wrote is left out. */
export async function readListedRows(): Promise<JobRow[]> {
  const rows = await (await database()).getAllFromIndex('jobs', 'by-created');
  return rows
    .flatMap((stored) => jobRow.safeParse(stored).data ?? [])
    .filter(({ builds_on, deleted }) => !builds_on && !deleted)
    .toReversed();
}
