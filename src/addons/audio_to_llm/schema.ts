import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema, TimeLimit } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Every prompt may read the whole transcript; answers finished within the limit are kept. */
export const timeLimit: TimeLimit = { seconds: 900, secondsPerMinute: 60 };

/** Specification §2.4, AudioToLlmListConfig; a prompt may come as a list of strings (the specification types it so). */
export const audioToLlmConfig = z.object({
  prompts: z.array(z.union([z.string(), z.array(z.string())])).min(1),
  model: z.string().optional(),
});

/** Specification §2.8, AudioToLlm. */
export const audioToLlmAnswer = addonEnvelope(
  z.object({ prompt: z.string().nullable(), response: z.string().nullable() }).nullable(),
);

/** Specification §2.4, `audio_to_llm`. */
export const schema = {
  key: 'audio_to_llm',
  position: 10,
  stage: 'transcript',
  after: [],
  timeLimit,
  config: audioToLlmConfig,
  result: { at: 'result', shape: addonEnvelope(z.array(audioToLlmAnswer).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  fields: {
    'AudioToLlmListConfig.model':
      'Id or repository of a model in the manifest, or a further name from the settings. Default: the model of the browser if it has ' +
      'one, otherwise `qwen3-0.6b` if it is installed, otherwise the next language model that is.',
  },
  requestSchemas: { AudioToLlmListConfig: audioToLlmConfig },
  resultSchemas: { AudioToLlm: audioToLlmAnswer },
};

export const view: AddonView = {
  label: 'Questions',
  activity: 'Answering prompts',
  control: { order: 50, kind: 'lines', field: 'prompts', rows: 2, placeholder: 'One question per line' },
  result: { title: 'Answers', kind: 'answers', order: 20, nothing: 'Nothing was said.' },
  needs: { models: [{ engine: 'text-generation', use: 'audio_to_llm' }], otherwise: 'browser' },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    audio_to_llm: typeof schema;
  }
}
