import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema, TimeLimit } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

export const timeLimit: TimeLimit = { seconds: 300, secondsPerMinute: 20 };

/** Not in the specification, which shows only the result: the classes to extract. */
export const structuredDataExtractionConfig = z.object({ classes: z.array(z.string()) });

/** `structured_data_extraction`: the specification shows only its result (§2.8); the classes are ours. */
export const schema = {
  key: 'structured_data_extraction',
  position: 7,
  stage: 'transcript',
  after: [],
  timeLimit,
  config: structuredDataExtractionConfig,
  result: { at: 'result', shape: addonEnvelope(z.string().nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {};

export const view: AddonView = {
  label: 'Data to extract',
  activity: 'Extracting data',
  control: {
    order: 60,
    kind: 'lines',
    field: 'classes',
    rows: 2,
    placeholder: 'One kind per line: email, product, price',
    spellcheck: false,
  },
  result: {
    title: 'Data',
    kind: 'table',
    order: 30,
    nothing: 'Nothing was found.',
    copy: true,
  },
  needs: {
    models: [
      { engine: 'text-generation', use: 'structured_data_extraction' },
      { engine: 'token-classification', use: 'named_entity_recognition' },
    ],
    otherwise: 'rules',
  },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    structured_data_extraction: typeof schema;
  }
}
