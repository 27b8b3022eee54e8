import { z } from '../../lib/zod.ts';
import { searchQuery } from '../transcripts/library-search.ts';

const fields = z.toJSONSchema(searchQuery, { io: 'input' }).properties ?? {};

const NOTES = {
  text: 'Words, or a question.',
  limit: 'Passages of each kind, 10 by default.',
  answer:
    'Whether `answer` has the passages that come nearest to the text as a question, the shortest first; empty if none is near.',
};

export const searchParameters = Object.entries(NOTES).map(([name, description]) => ({
  name,
  in: 'query',
  required: name === 'text',
  description,
  schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: 50, default: 10 } : fields[name],
}));
