import { z } from '../../lib/zod.ts';
import type { unknownPathsInRequest } from '../jobs/pre-recorded-request.ts';
import texts from './agent-tools.json' with { type: 'json' };

const id = z.string().describe('Id of a transcript, as transcribe, list and search return it');
const address = z.url({ protocol: /^https?$/ }).describe('Where the recording is: http or https');
const options = z
  .record(z.string(), z.unknown())
  .describe(
    'Fields of POST /v2/pre-recorded, such as {"diarization": true, "language_config": {"languages": ["en"]}, "quality": "careful"}',
  );
type UnknownPaths = ReturnType<typeof unknownPathsInRequest>;

/** @param find looks into the schema of requests, which in Node only Vite can load */
export const knownOptions = (find: (given: unknown) => UnknownPaths | Promise<UnknownPaths>) =>
  options
    .superRefine((given, context) => {
      const refuse = (unknown: UnknownPaths): void => {
        for (const { path, meant } of unknown) {
          const message = meant === null ? 'unknown field' : `unknown field; use ${meant} if that is meant`;
          context.addIssue({ code: 'custom', path, message });
        }
      };
      const found = find(given);
      return found instanceof Promise ? found.then(refuse) : refuse(found);
    })
    .optional();

const reading = { readOnlyHint: true, openWorldHint: false };

/** What agents call by the Model Context Protocol and, in the page, by WebMCP: both describe the same tools. */
export const agentTools = {
  transcribe: { ...texts.transcribe, input: { address, options: options.optional() }, annotations: {} },
  get: { ...texts.get, input: { id }, annotations: reading },
  list: {
    ...texts.list,
    input: { limit: z.int().min(1).max(100).default(20), offset: z.int().min(0).default(0) },
    annotations: reading,
  },
  search: {
    ...texts.search,
    input: { text: z.string().min(1), limit: z.int().min(1).max(50).default(10) },
    annotations: reading,
  },
  ask: {
    ...texts.ask,
    input: { id: id.optional(), question: z.string().min(1).max(2_000) },
    annotations: {},
  },
  correct: { ...texts.correct, input: { id, find: z.string().min(1), replace: z.string() }, annotations: {} },
  models: { ...texts.models, input: {}, annotations: reading },
};

/** Those that a person can switch on for agents in the browser, the ones that change nothing first. */
export const WEB_TOOLS = ['list', 'search', 'get', 'ask', 'correct', 'transcribe'] as const;

export type WebTool = (typeof WEB_TOOLS)[number];
