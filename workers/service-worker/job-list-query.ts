import { z } from 'zod';
import { invalidParameters } from '../../src/contract/invalid-parameters.ts';
import { jobStatus } from '../../src/contract/pre-recorded-job.ts';
import { validationErrors } from '../../src/contract/validation-errors.ts';
import type { JobRecord } from '../../src/storage/records.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const count = (least: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least,
      `must be an integer of at least ${least}`,
    )
    .transform(Number);

const dateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A day (UTC) or an instant, as milliseconds since 1970. */
const instant = z
  .string()
  .refine((text) => dateOrTime.safeParse(text).success, 'must be an ISO 8601 date or date-time')
  .transform((text) => Date.parse(text));

const query = z.object({
  offset: count(0).default(0),
  limit: count(1).default(20),
  date: instant.optional(),
  before_date: instant.optional(),
  after_date: instant.optional(),
  status: z.array(jobStatus),
  custom_metadata: z.record(z.string(), z.string()),
});

export type JobListQuery = z.infer<typeof query>;

const METADATA_KEY = /^custom_metadata\[(.+)\]$/;

/** The query of `GET /v2/pre-recorded`; unknown parameters are ignored, wrong ones are a 400. */
export function parseJobListQuery(parameters: URLSearchParams): JobListQuery {
  const metadata = [...parameters].flatMap(([name, value]) => {
    const key = METADATA_KEY.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  const one = (name: string) => parameters.get(name) ?? undefined;
  const parsed = query.safeParse(
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
