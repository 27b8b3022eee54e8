import { invalidParameters } from '../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../contract/errors/validation-errors.ts';
import { type JobListQuery, jobListQuery, type MetadataEntry } from '../contract/jobs/job-list-query.ts';
import { metadataText } from '../storage/jobs/metadata-terms.ts';
import type { JobFilter } from '../storage/jobs/query-jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_TIME = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** One key for each level: `custom_metadata[a][b]`. */
const METADATA_PATH = /^custom_metadata((?:\[[^[\]]+\])+)$/;

const SINGLE = ['offset', 'limit', 'date', 'before_date', 'after_date', 'utterances'] as const;
const KNOWN: readonly string[] = [...SINGLE, 'status', 'custom_metadata'];

/** Parses the query of `GET /v2/pre-recorded`. Unknown filters are a 400: they must not be answered with all jobs. */
export function parseJobListQuery(parameters: URLSearchParams): JobListQuery {
  const metadata: MetadataEntry[] = [];
  const faults: string[] = [];
  for (const [name, value] of parameters) {
    const path = METADATA_PATH.exec(name)?.[1]?.slice(1, -1).split('][');
    if (path) metadata.push({ path, text: value });
    else if (name.startsWith('custom_metadata[')) faults.push(`${shown(name)} must be ${METADATA_FORMS}`);
    else if (!KNOWN.includes(name)) faults.push(`${shown(name)} must be one of ${KNOWN.join(', ')}`);
  }
  for (const text of parameters.getAll('custom_metadata')) {
    const entries = entriesOf(text);
    if (entries) metadata.push(...entries);
    else faults.push(`custom_metadata must be ${METADATA_FORMS}`);
  }
  for (const name of SINGLE)
    if (parameters.getAll(name).length > 1) faults.push(`${name} must be given once`);
  const one = (name: string) => parameters.get(name) ?? undefined;
  const parsed = jobListQuery.safeParse(
    {
      ...Object.fromEntries(SINGLE.map((name) => [name, one(name)])),
      status: parameters.getAll('status'),
      custom_metadata: metadata,
    },
    { reportInput: true },
  );
  if (faults.length > 0 || !parsed.success) {
    throw invalidParameters([...faults, ...(parsed.success ? [] : validationErrors(parsed.error))]);
  }
  return parsed.data;
}

const METADATA_FORMS =
  'of the form custom_metadata[key]=value, custom_metadata[a][b]=value or custom_metadata={"key":"value"}';

const MOST_SHOWN = 60;

/** A name that came with a request, as far as it helps to recognise it. */
const shown = (name: string) => (name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name);

/** The entries of a JSON object, down to its values that are not objects; null for anything else. */
function entriesOf(text: string): MetadataEntry[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? leavesOf(value, []) : null;
  } catch {
    return null;
  }
}

function leavesOf(value: Record<string, unknown>, path: readonly string[]): MetadataEntry[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isRecord(inner) && Object.keys(inner).length > 0
      ? leavesOf(inner, [...path, key])
      : [{ path: [...path, key], text: metadataText(inner) }],
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** List filters: day (UTC), times from and before, statuses, and every given metadata entry. */
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
    metadata: custom_metadata,
  };
}

/** In the format of stored jobs, with a four-digit year; undefined for no bound. */
function isoText(time: number): string | undefined {
  if (!Number.isFinite(time)) return undefined;
  return new Date(Math.min(Math.max(time, FIRST_TIME), LAST_TIME)).toISOString();
}
