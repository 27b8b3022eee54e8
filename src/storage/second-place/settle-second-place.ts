import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import { gzip } from '../../lib/bytes/gzip.ts';
import { z } from '../../lib/zod.ts';
import { batchesOf, paragraphsIn, ROWS_AT_ONCE, rowsOfJob } from '../corrections/corrected-rows.ts';
import { database, readStores } from '../database/database.ts';
import { messagesOf } from '../live/live-rows.ts';
import { LARGE_LOG_BYTES, logSize, logWrittenAt, removeLog, removeSubject } from './log-parts.ts';
import { copyOf, linkOf, listPlace, removeFiles, replaceFile, withFilesOf } from './place-files.ts';
import { DICTIONARY, type ProtectedStore, type RowKey } from './protected-rows.ts';
import { encodeChange, type KeptRow } from './row-log.ts';

export interface Unsettled {
  /** Jobs whose rows are to be copied, and their logs removed. */
  jobs: string[];
  /** Arrivals and others of which nothing is stored any more, or whose recordings are transcribed. */
  gone: string[];
  links: { audioId: string; arrivalId: string }[];
}

const doneRow = z.object({ status: z.literal('done') });

/**
 * What can be settled in a place beside a sound database: finished jobs get a compact copy in place of their logs, for as long as they
 * exist; what else was written before this start goes, but what a job or an answer still needs.
 *
 * @param before when this start began, in milliseconds since 1970: other tabs may be writing what is newer
 */
export async function findUnsettled(before: number): Promise<Unsettled> {
  const place = await listPlace();
  const old: string[] = [];
  for (const subject of place.logs) {
    if (((await logWrittenAt(subject)) ?? 0) < before) old.push(subject);
  }
  const known = await readStores(async (db) => {
    const transaction = db.transaction(['jobs', 'edits', 'arrivals', 'live-sessions', 'audio']);
    const keys = (name: 'edits' | 'arrivals' | 'live-sessions' | 'audio') =>
      transaction.objectStore(name).getAllKeys();
    const jobs = transaction.objectStore('jobs');
    const [all, done, ...others] = await Promise.all([
      jobs.getAllKeys(),
      jobs.index('by-status').getAllKeys(IDBKeyRange.bound(['done'], ['done', []])),
      keys('edits'),
      keys('arrivals'),
      keys('live-sessions'),
    ]);
    const needed: string[] = [];
    for (const link of place.links)
      if (await isAwaited(jobs.index('by-audio'), link.audioId)) needed.push(link.arrivalId);
    return { done, kept: new Set([...all, ...others.flat(), ...needed, DICTIONARY]), jobs: new Set(all) };
  });
  const [logs, copies] = [new Set(old), new Set(place.copies)];
  const isNew = new Set(place.logs.filter((subject) => !logs.has(subject)));
  const gone = (subject: string) => !known.kept.has(subject);
  return {
    jobs: known.done.filter((id) => logs.has(id) || (!copies.has(id) && !isNew.has(id))),
    gone: [...old.filter(gone), ...place.copies.filter((id) => !known.jobs.has(id))],
    links: place.links.filter(({ arrivalId }) => gone(arrivalId) && !isNew.has(arrivalId)),
  };
}

/** Whether a job still has to read this recording. */
async function isAwaited(
  byAudio: { getAll(audioId: string): Promise<unknown[]> },
  audioId: string,
): Promise<boolean> {
  return (await byAudio.getAll(audioId)).some((job) => !doneRow.safeParse(job).success);
}

/** Writes the compact copy of a finished job and removes its log, which its caller holds; does neither for others. */
export async function settleJob(id: string): Promise<void> {
  const rows = await rowsOf(id);
  if (!rows) return;
  await replaceFile(copyOf(id), await gzip(concatenateBytes(rows.map(encodeChange))));
  await removeLog(id);
}

/** The same once its log is large. Others may have settled it meanwhile. */
export const settleGrown = (id: string): Promise<void> =>
  withFilesOf(id, async () => {
    if ((await logSize(id)) > LARGE_LOG_BYTES) await settleJob(id);
  });

/** Settles what was found. */
export async function settle({ jobs, gone, links }: Unsettled): Promise<void> {
  for (const subject of gone) await removeSubject(subject);
  await removeFiles(...links.map(({ audioId, arrivalId }) => linkOf(audioId, arrivalId)));
  for (const id of jobs) await withFilesOf(id, () => settleJob(id));
}

/** What is stored of a finished job, as it is stored; null if it is none. */
async function rowsOf(id: string): Promise<KeptRow[] | null> {
  const db = await database();
  const [job, result, head] = await Promise.all([
    db.get('jobs', id),
    db.get('results', id),
    db.get('edits', id),
  ]);
  if (!doneRow.safeParse(job).success) return null;
  const rows: KeptRow[] = [{ store: 'jobs', key: id, value: job }];
  if (result !== undefined) rows.push({ store: 'results', key: id, value: result });
  if (head !== undefined) rows.push({ store: 'edits', key: id, value: head });
  // Also those that no head names yet: a long import is written in parts, and its log may become large before the last one.
  const batches = await readStores((read) => batchesOf(read.transaction('edit-paragraphs').store, id));
  const places = [rowsOfJob(id), ...batches.map(({ batch }) => paragraphsIn(id, batch))];
  for (const range of places) await addRows('edit-paragraphs', range, rows);
  await addRows('edit-versions', rowsOfJob(id), rows);
  await addRows('live-messages', messagesOf(id), rows);
  return rows;
}

type RowsOfJob = Extract<ProtectedStore, 'edit-paragraphs' | 'edit-versions' | 'live-messages'>;

/** A few at a time: a write that waits for a long read keeps all others waiting. */
async function addRows(store: RowsOfJob, range: IDBKeyRange, rows: KeptRow[]): Promise<void> {
  for (let part: IDBKeyRange | null = range; part; ) {
    const keysPart: IDBKeyRange = part;
    const [keys, values]: [RowKey[], unknown[]] = await readStores((db) => {
      const stored = db.transaction(store).store;
      return Promise.all([stored.getAllKeys(keysPart, ROWS_AT_ONCE), stored.getAll(keysPart, ROWS_AT_ONCE)]);
    });
    keys.forEach((key, index) => {
      rows.push({ store, key, value: values[index] });
    });
    const last = keys.at(-1);
    part =
      last !== undefined && keys.length === ROWS_AT_ONCE ? IDBKeyRange.bound(last, part.upper, true) : null;
  }
}
