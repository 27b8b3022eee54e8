import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema, TimeLimit } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Without a GPU a language model reads some hundred words per second and writes a few. */
export const timeLimit: TimeLimit = { seconds: 300, secondsPerMinute: 20 };

/** Specification §2.4, SummarizationConfig. */
export const summarizationConfig = z.object({
  type: z.enum(['general', 'bullet_points', 'concise']).default('general'),
});

export type SummarizationConfig = z.infer<typeof summarizationConfig>;

/** Specification §2.4, `summarization`. */
export const schema = {
  key: 'summarization',
  position: 4,
  stage: 'transcript',
  after: [],
  timeLimit,
  config: summarizationConfig,
  result: { at: 'result', shape: addonEnvelope(z.string().nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {};

export const view: AddonView = {
  label: 'Summary',
  activity: 'Summarising',
  control: {
    order: 40,
    kind: 'choice',
    field: 'type',
    none: 'None',
    choices: { general: 'General', bullet_points: 'Bullet points', concise: 'Concise' },
  },
  result: {
    title: 'Summary',
    kind: 'text',
    order: 10,
    nothing: 'There is nothing to summarise.',
    copy: true,
  },
  needs: { models: [{ engine: 'text-generation', use: 'summarization' }], otherwise: 'rules' },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    summarization: typeof schema;
  }
}
