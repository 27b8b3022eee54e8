import { z } from 'zod';
import type { JobStatus } from '../contract/pre-recorded-job.ts';
import { type Database, database } from './database.ts';
import { type JobRecord, jobRecord } from './records.ts';

export interface JobFilter {
  offset: number;
  limit: number;
  /** Only jobs of this key. */
  keyId?: string | undefined;
  /** Only jobs in one of these states; empty for any. */
  statuses?: readonly JobStatus[] | undefined;
  /** Only jobs created at this time or later, as ISO text. */
  from?: string | undefined;
  /** Only jobs created before this time, as ISO text. */
  before?: string | undefined;
  metadata?: ((metadata: JobRecord['custom_metadata']) => boolean) | undefined;
}

/** What is looked at of a job that may not be wanted: its transcript can be long. */
const labelled = z.object({ custom_metadata: jobRecord.shape.custom_metadata });

/** Jobs that are read at once while looking for some. */
const BATCH = 50;

/** One page, newest first; `more` tells whether another follows. Indexes find the jobs; only what is in question is read. */
export async function listJobs(filter: JobFilter): Promise<{ jobs: JobRecord[]; more: boolean }> {
  const { offset, limit, metadata } = filter;
  const db = await database();
  const { store } = db.transaction('jobs');
  const ids = await idsOf(store, filter);
  const end = offset + limit;
  if (!metadata) {
    const page = await Promise.all(ids.slice(offset, end).map((id) => store.get(id)));
    return { jobs: page.map((job) => jobRecord.parse(job)), more: ids.length > end };
  }
  const found: unknown[] = [];
  for (let start = 0; start < ids.length && found.length <= end; start += BATCH) {
    const batch = await Promise.all(ids.slice(start, start + BATCH).map((id) => store.get(id)));
    found.push(...batch.filter((job) => metadata(labelled.parse(job).custom_metadata)));
  }
  return { jobs: found.slice(offset, end).map((job) => jobRecord.parse(job)), more: found.length > end };
}

type JobReader = ReturnType<typeof readerOf>;
const readerOf = (db: Database) => db.transaction('jobs').store;

/** The jobs of a key, of a time and in some states, newest first. */
async function idsOf(store: JobReader, { keyId, statuses = [], from, before }: JobFilter): Promise<string[]> {
  // No two bounds can be crossed: the browser would throw.
  if (from !== undefined && before !== undefined && from >= before) return [];
  const within = (prefix: readonly string[]) =>
    IDBKeyRange.bound([...prefix, from ?? ''], [...prefix, before ?? []], false, true);
  const [ids, ...inStates] = await Promise.all([
    keyId === undefined
      ? store.index('by-created').getAllKeys(IDBKeyRange.bound(from ?? '', before ?? [], false, true))
      : store.index('by-key').getAllKeys(within([keyId])),
    ...statuses.map((status) => store.index('by-status').getAllKeys(within([status]))),
  ]);
  const wanted = new Set(inStates.flat());
  return (statuses.length > 0 ? ids.filter((id) => wanted.has(id)) : ids).toReversed();
}
