import { z } from '../../lib/zod.ts';
import { jobStatus } from './pre-recorded-job.ts';

const count = (least: number, fallback: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least,
      `must be an integer of at least ${least}`,
    )
    .transform(Number)
    .default(fallback)
    .meta({ type: 'integer', minimum: least, default: fallback });

const dateOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A day (UTC) or an instant, as milliseconds since 1970. */
const instant = z
  .string()
  .refine((text) => dateOrTime.safeParse(text).success, 'must be an ISO 8601 date or date-time')
  .transform((text) => Date.parse(text))
  .optional();

/** A value in `custom_metadata` and the keys that lead to it: text as it is, everything else as JSON. */
const metadataEntry = z.object({ path: z.array(z.string()).min(1), text: z.string() });

export type MetadataEntry = z.infer<typeof metadataEntry>;

/** Query of the routes that answer a job as it is stored, `GET` of one job among them. */
export const storedJobQuery = z.object({ utterances: z.enum(['true', 'false']).optional() });

/** The query of `GET /v2/pre-recorded`, as text. `meta` describes the parameters from the client's point of view. */
export const jobListQuery = z.object({
  offset: count(0, 0),
  limit: count(1, 20),
  date: instant,
  before_date: instant,
  after_date: instant,
  status: z.array(jobStatus).default([]),
  ...storedJobQuery.shape,
  custom_metadata: z
    .array(metadataEntry)
    .default([])
    .meta({ type: 'object', items: undefined, additionalProperties: {}, default: {} }),
});

export type JobListQuery = z.infer<typeof jobListQuery>;
