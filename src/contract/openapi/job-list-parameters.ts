import { z } from '../../lib/zod.ts';
import { jobListQuery } from '../jobs/job-list-query.ts';
import { parameter } from './operation-parts.ts';
import type { JsonSchema } from './schema-components.ts';

const WITHOUT_UTTERANCES =
  '`false` leaves the utterances of results out, which may be those of hours: `utterances` is then empty.';
export const utterancesParameter = parameter('query', 'utterances', WITHOUT_UTTERANCES, {
  type: 'string',
  enum: ['true', 'false'],
});

const query = z.toJSONSchema(jobListQuery, { io: 'input' }).properties ?? {};

const QUERY_NOTES: Record<
  string,
  { description: string; schema?: JsonSchema; style?: string; explode?: boolean }
> = {
  offset: { description: 'Number of matching jobs to skip.' },
  limit: { description: 'Jobs per page, 20 by default.' },
  date: { description: 'Created on this day (UTC).' },
  before_date: { description: 'Created before this day or instant (ISO 8601).' },
  after_date: { description: 'Created at or after this day or instant (ISO 8601).' },
  status: { description: 'With one of these statuses; may be repeated.', style: 'form', explode: true },
  utterances: { description: WITHOUT_UTTERANCES },
  custom_metadata: {
    description:
      'With these metadata entries: `custom_metadata[key]=value`, `custom_metadata[a][b]=value` for a nested one, or all of them as ' +
      '`custom_metadata={"key":"value"}`. Values are compared as text.',
    style: 'deepObject',
    explode: true,
  },
};

export const queryParameters = Object.entries(query).map(([name, schema]) => ({
  name,
  in: 'query',
  required: false,
  ...QUERY_NOTES[name],
  schema,
}));
