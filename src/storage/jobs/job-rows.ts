import { type JobRecord, jobRecord } from '../database/records.ts';
import { BUILT_TERM, builtOnTerm, DELETED_TERM, LIVE_TERM, metadataTerms } from './metadata-terms.ts';
import { fromStored, jsonPieces, toStored } from './stored-result.ts';

/** Stores of a job. Results are long, and separate: Chromium reads whole rows behind an index, and a list reads all. */
export const JOB = ['jobs', 'results'] as const;

interface JobReaders {
  jobs: { get(id: string): Promise<unknown> };
  results: { get(id: string): Promise<unknown> };
}

interface JobWriters {
  jobs: Record<'add' | 'put', (row: unknown) => Promise<unknown>>;
  results: { put(result: unknown, id: string): Promise<unknown> };
}

/** The stores of a transaction that includes `JOB`. */
export const jobRowsOf = <Jobs, Results>(transaction: {
  objectStore(name: 'jobs'): Jobs;
  objectStore(name: 'results'): Results;
}): { jobs: Jobs; results: Results } => ({
  jobs: transaction.objectStore('jobs'),
  results: transaction.objectStore('results'),
});

/** A whole job; null if it does not exist. */
export async function readJob({ jobs, results }: JobReaders, id: string): Promise<JobRecord | null> {
  const [row, result] = await Promise.all([jobs.get(id), results.get(id)]);
  return row === undefined
    ? null
    : jobRecord.parse(Object.assign({}, row, { result: fromStored(result ?? null) }));
}

/** A job whose result remains text: its JSON in pieces. */
export interface JobInText {
  job: JobRecord;
  result: Uint8Array<ArrayBuffer>[] | null;
}

/** A job whose result is passed on, not read; null if it does not exist. */
export async function readJobInText({ jobs, results }: JobReaders, id: string): Promise<JobInText | null> {
  const [row, result] = await Promise.all([jobs.get(id), results.get(id)]);
  if (row === undefined) return null;
  const job = jobRecord.parse(Object.assign({}, row, { result: null }));
  return { job, result: result === undefined ? null : jsonPieces(result) };
}

/** A job without its result, as it is stored, with its index terms. */
export function toJobRow(job: Omit<JobRecord, 'result'>): unknown {
  const built = job.builds_on ? [BUILT_TERM, builtOnTerm(job.builds_on.job_id)] : [];
  const deleted = job.deleted ? [DELETED_TERM] : [];
  const live = job.live ? [LIVE_TERM] : [];
  return { ...job, metadata_terms: [...metadataTerms(job.custom_metadata), ...built, ...deleted, ...live] };
}

/** Writes a whole job, new or changed, and returns the promises of the writes. */
export function writeJob(
  { jobs, results }: JobWriters,
  job: JobRecord,
  way: 'add' | 'put' = 'put',
): Promise<unknown>[] {
  const { result, ...row } = job;
  const writes = [jobs[way](toJobRow(row))];
  if (result) writes.push(results.put(toStored(result), job.id));
  return writes;
}

/** Whether a job is done or has failed: nothing of it runs any more. */
export const hasEnded = ({ status }: Pick<JobRecord, 'status'>): boolean =>
  status === 'done' || status === 'error';
