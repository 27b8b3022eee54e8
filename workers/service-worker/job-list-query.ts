import { invalidParameters } from '../../src/contract/invalid-parameters.ts';
import { type JobListQuery, jobListQuery } from '../../src/contract/job-list-query.ts';
import { validationErrors } from '../../src/contract/validation-errors.ts';
import type { JobRecord } from '../../src/storage/records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const METADATA_KEY = /^custom_metadata\[(.+)\]$/;

/** The query of `GET /v2/pre-recorded`; unknown parameters are ignored, wrong ones are a 400. */
export function parseJobListQuery(parameters: URLSearchParams): JobListQuery {
  const metadata = [...parameters].flatMap(([name, value]) => {
    const key = METADATA_KEY.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  const one = (name: string) => parameters.get(name) ?? undefined;
  const parsed = jobListQuery.safeParse(
    {
      offset: one('offset'),
      limit: one('limit'),
      date: one('date'),
      before_date: one('before_date'),
      after_date: one('after_date'),
      status: parameters.getAll('status'),
      custom_metadata: Object.fromEntries(metadata),
    },
    { reportInput: true },
  );
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  return parsed.data;
}

/**
 * Whether a job belongs in the list: created on the day `date` (UTC), at or after `after_date`, before `before_date`,
 * in one of the states, with every given entry in its metadata.
 */
export function matchesQuery(job: JobRecord, wanted: JobListQuery): boolean {
  const created = Date.parse(job.created_at);
  const { date, before_date, after_date, status, custom_metadata } = wanted;
  if (date !== undefined && Math.floor(created / DAY_MS) !== Math.floor(date / DAY_MS)) return false;
  if (before_date !== undefined && created >= before_date) return false;
  if (after_date !== undefined && created < after_date) return false;
  if (status.length > 0 && !status.includes(job.status)) return false;
  return Object.entries(custom_metadata).every(([key, value]) => metadataText(job, key) === value);
}

/** A metadata value as a query carries it: text as it is, everything else as JSON. */
function metadataText(job: JobRecord, key: string): string | undefined {
  const value = job.custom_metadata?.[key];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
