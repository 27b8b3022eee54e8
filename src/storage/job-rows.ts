import { metadataTerms } from './metadata-terms.ts';
import { type JobRecord, jobRecord } from './records.ts';

/**
 * Stores that a job lies in. Its result can be long and lies apart: Chromium reads the whole row to which an entry of an
 * index leads, and a list looks at all of them.
 */
export const JOB = ['jobs', 'results'] as const;

interface JobReaders {
  jobs: { get(id: string): Promise<unknown> };
  results: { get(id: string): Promise<unknown> };
}

interface JobWriters {
  jobs: Record<'add' | 'put', (row: unknown) => Promise<unknown>>;
  results: { put(result: unknown, id: string): Promise<unknown> };
}

/** The stores of a transaction that holds `JOB`. */
export const jobRowsOf = <Jobs, Results>(transaction: {
  objectStore(name: 'jobs'): Jobs;
  objectStore(name: 'results'): Results;
}): { jobs: Jobs; results: Results } => ({
  jobs: transaction.objectStore('jobs'),
  results: transaction.objectStore('results'),
});

/** A whole job; null when there is none. */
export async function readJob({ jobs, results }: JobReaders, id: string): Promise<JobRecord | null> {
  const [row, result] = await Promise.all([jobs.get(id), results.get(id)]);
  return row === undefined ? null : jobRecord.parse(Object.assign({}, row, { result: result ?? null }));
}

/** Makes the writes of a whole job, new or changed, and gives their promises. */
export function writeJob(
  { jobs, results }: JobWriters,
  job: JobRecord,
  way: 'add' | 'put' = 'put',
): Promise<unknown>[] {
  const { result, ...row } = job;
  const writes = [jobs[way]({ ...row, metadata_terms: metadataTerms(job.custom_metadata) })];
  if (result) writes.push(results.put(result, job.id));
  return writes;
}
