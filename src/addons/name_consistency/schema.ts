import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, `name_consistency`. */
export const schema = {
  key: 'name_consistency',
  position: 6,
  stage: 'utterances',
  after: [],
  mayFail: true,
  // A model of 180 MB reads some hundred words per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
  result: { at: 'result', shape: addonEnvelope(z.string().nullable()), deprecated: true },
} as const satisfies AddonSchema;

export const api: AddonApi = {};

export const view: AddonView = {
  label: 'Names spelled the same way',
  activity: 'Comparing names',
  control: { order: 22, kind: 'switch', group: 'Also', note: 'Of several spellings, one is used.' },
  result: { title: 'Names spelled the same way', kind: 'text', order: 130, nothing: null },
  needs: {
    models: [{ engine: 'token-classification', use: 'named_entity_recognition' }],
    otherwise: 'rules',
  },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    name_consistency: typeof schema;
  }
}
