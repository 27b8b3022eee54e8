import { z } from '../../lib/zod.ts';
import { unknownPathsInRequest } from '../jobs/pre-recorded-request.ts';

const id = z.string().describe('Id of a transcript, as transcribe, list and search return it');
const address = z.url({ protocol: /^https?$/ }).describe('Where the recording is: http or https');
const options = z
  .record(z.string(), z.unknown())
  .superRefine((given, context) => {
    for (const { path, meant } of unknownPathsInRequest(given)) {
      const message = meant === null ? 'unknown field' : `unknown field; use ${meant} if that is meant`;
      context.addIssue({ code: 'custom', path, message });
    }
  })
  .optional()
  .describe(
    'Fields of POST /v2/pre-recorded, such as {"diarization": true, "language_config": {"languages": ["en"]}, "quality": "careful"}',
  );
const reading = { readOnlyHint: true, openWorldHint: false };

/** What agents call by the Model Context Protocol and, in the page, by WebMCP: both describe the same tools. */
export const agentTools = {
  transcribe: {
    title: 'Transcribe a recording',
    description:
      'Transcribes the recording at an address and returns its text with times. Long ones take minutes.',
    input: { address, options },
    annotations: {},
  },
  get: {
    title: 'Read a transcript',
    description: 'Returns a transcript as it was corrected, with times.',
    input: { id },
    annotations: reading,
  },
  list: {
    title: 'List transcripts',
    description: 'Lists recordings, newest first, with their ids and states.',
    input: { limit: z.int().min(1).max(100).default(20), offset: z.int().min(0).default(0) },
    annotations: reading,
  },
  search: {
    title: 'Search in all transcripts',
    description:
      'Finds where all of these words were said and, with a model for it, where something like it was meant: recordings, times and texts.',
    input: { text: z.string().min(1), limit: z.int().min(1).max(50).default(10) },
    annotations: reading,
  },
  ask: {
    title: 'Ask a question about transcripts',
    description:
      'Without id: sentences of all transcripts that answer, with their times. With id: a language model on this device answers ' +
      'from one transcript; where none is installed, read the transcript instead.',
    input: { id: id.optional(), question: z.string().min(1).max(2_000) },
    annotations: {},
  },
  correct: {
    title: 'Correct a transcript',
    description:
      'Replaces a text wherever the transcript has it; words keep their times, and the state before is kept as a version.',
    input: { id, find: z.string().min(1), replace: z.string() },
    annotations: {},
  },
};

/** Those that a person can switch on for agents in the browser, the ones that change nothing first. */
export const WEB_TOOLS = ['list', 'search', 'get', 'ask', 'correct', 'transcribe'] as const;

export type WebTool = (typeof WEB_TOOLS)[number];
