import { invalidParameters } from '../contract/invalid-parameters.ts';
import { type JobListQuery, jobListQuery } from '../contract/job-list-query.ts';
import { validationErrors } from '../contract/validation-errors.ts';
import { metadataTerm } from '../storage/metadata-terms.ts';
import type { JobFilter } from '../storage/query-jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_TIME = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

const METADATA_KEY = /^custom_metadata\[(.+)\]$/;

/** Parses the query of `GET /v2/pre-recorded`; unknown parameters are ignored, invalid ones are a 400. */
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
 * List filters: created on the day `date` (UTC), at or after `after_date`, before `before_date`, with one of the
 * statuses, and with every given metadata entry.
 */
export function toFilter(query: JobListQuery): JobFilter {
  const { offset, limit, date, before_date, after_date, status, custom_metadata } = query;
  const day = date === undefined ? null : Math.floor(date / DAY_MS) * DAY_MS;
  const from = Math.max(day ?? -Infinity, after_date ?? -Infinity);
  const before = Math.min(day === null ? Infinity : day + DAY_MS, before_date ?? Infinity);
  return {
    offset,
    limit,
    statuses: status,
    from: isoText(from),
    before: isoText(before),
    metadata: Object.entries(custom_metadata).map(([key, value]) => metadataTerm(key, value)),
  };
}

/** In the format of stored jobs, with a four-digit year; undefined for no bound. */
function isoText(time: number): string | undefined {
  if (!Number.isFinite(time)) return undefined;
  return new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString();
}
