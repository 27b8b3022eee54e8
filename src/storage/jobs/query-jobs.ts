import type { IDBPObjectStore } from 'idb';
import type { MetadataEntry } from '../../contract/jobs/job-list-query.ts';
import type { JobStatus } from '../../contract/jobs/pre-recorded-job.ts';
import { readStores } from '../database/database.ts';
import type { EarshotSchema } from '../database/database-schema.ts';
import { type JobRecord, jobRecord } from '../database/records.ts';
import { JOB, type JobInText, jobRowsOf, readJob, readJobInText } from './job-rows.ts';
import {
  BUILT_TERM,
  builtOnTerm,
  DELETED_TERM,
  hasMetadata,
  LIVE_TERM,
  metadataTerm,
} from './metadata-terms.ts';

export interface JobFilter {
  offset: number;
  limit: number;
  /** Only jobs of this key. */
  keyId?: string | undefined;
  /** Only jobs with one of these statuses; empty for any. */
  statuses?: readonly JobStatus[] | undefined;
  /** Only jobs created at or after this time, as ISO text. */
  from?: string | undefined;
  /** Only jobs created before this time, as ISO text. */
  before?: string | undefined;
  /** Only jobs with all these metadata entries. */
  metadata?: readonly MetadataEntry[] | undefined;
  /** Only jobs whose recording was made in a live session. */
  live?: boolean | undefined;
}

/**
 * One page, newest first; `more` is true if another follows. Indexes find the jobs; only the page's own are read. Jobs
 * that build on another one are not listed (`jobsBuiltOn` has them), nor are those that a person deleted.
 */
export const queryJobs = (filter: JobFilter): Promise<{ jobs: JobRecord[]; more: boolean }> =>
  queryWith(readJob, filter);

/** The same with results that are passed on, not read. */
export const queryJobsInText = (filter: JobFilter): Promise<{ jobs: JobInText[]; more: boolean }> =>
  queryWith(readJobInText, filter);

async function queryWith<Job>(
  read: (rows: Parameters<typeof readJob>[0], id: string) => Promise<Job | null>,
  filter: JobFilter,
): Promise<{ jobs: Job[]; more: boolean }> {
  const end = filter.offset + filter.limit;
  return readStores(async (db) => {
    const transaction = db.transaction(JOB);
    const ids = await idsOf(transaction.objectStore('jobs'), filter);
    const rows = jobRowsOf(transaction);
    const page = await Promise.all(ids.slice(filter.offset, end).map((id) => read(rows, id)));
    return { jobs: page.filter((job) => job !== null), more: ids.length > end };
  });
}

/** The jobs whose add-ons read this job's transcript, newest first. */
export async function jobsBuiltOn(jobId: string): Promise<JobRecord[]> {
  const jobs = await readStores(async (db) => {
    const transaction = db.transaction(JOB);
    const ids = await transaction.objectStore('jobs').index('by-metadata').getAllKeys(builtOnTerm(jobId));
    const rows = jobRowsOf(transaction);
    return Promise.all(ids.map((id) => readJob(rows, id)));
  });
  return jobs.filter((job) => job !== null).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

type JobReader = IDBPObjectStore<EarshotSchema, typeof JOB, 'jobs'>;

/** A key's jobs of a period, with some statuses and some metadata, newest first. */
async function idsOf(
  store: JobReader,
  { keyId, statuses = [], from, before, metadata = [], live = false }: JobFilter,
): Promise<string[]> {
  // Crossed bounds would make the browser throw.
  if (from !== undefined && before !== undefined && from >= before) return [];
  const within = (prefix: readonly string[]) =>
    IDBKeyRange.bound([...prefix, from ?? ''], [...prefix, before ?? []], false, true);
  const [ids, built, deleted, inStates, ...labelled] = await Promise.all([
    keyId === undefined
      ? store.index('by-created').getAllKeys(IDBKeyRange.bound(from ?? '', before ?? [], false, true))
      : store.index('by-key').getAllKeys(within([keyId])),
    store.index('by-metadata').getAllKeys(BUILT_TERM),
    store.index('by-metadata').getAllKeys(DELETED_TERM),
    Promise.all(statuses.map((status) => store.index('by-status').getAllKeys(within([status])))),
    ...(live ? [store.index('by-metadata').getAllKeys(LIVE_TERM)] : []),
    ...metadata.flatMap(({ path: [key, ...deeper], text }) =>
      key === undefined || deeper.length > 0
        ? []
        : [store.index('by-metadata').getAllKeys(metadataTerm(key, text))],
    ),
  ]);
  const asked = [...(statuses.length > 0 ? [inStates.flat()] : []), ...labelled];
  const wanted = asked.map((some) => new Set(some));
  const hidden = new Set([...built, ...deleted]);
  const found = ids.filter((id) => !hidden.has(id) && wanted.every((some) => some.has(id))).toReversed();
  // The index has the first level alone.
  const nested = metadata.filter(({ path }) => path.length > 1);
  if (nested.length === 0) return found;
  const fit = await Promise.all(found.map((id) => hasNested(store, id, nested)));
  return found.filter((_, index) => fit[index]);
}

const ofMetadata = jobRecord.pick({ custom_metadata: true });

async function hasNested(store: JobReader, id: string, nested: readonly MetadataEntry[]): Promise<boolean> {
  const { custom_metadata } = ofMetadata.parse(await store.get(id));
  return nested.every(({ path, text }) => hasMetadata(custom_metadata, path, text));
}
