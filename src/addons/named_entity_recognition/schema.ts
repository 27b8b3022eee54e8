import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.8; `start` and `end` in seconds. */
export const namedEntity = z.object({
  entity_type: z.string(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
});

export type NamedEntity = z.infer<typeof namedEntity>;

/** Specification §2.4, `named_entity_recognition`. */
export const schema = {
  key: 'named_entity_recognition',
  position: 5,
  stage: 'transcript',
  after: [],
  // A model of 180 MB reads some hundred words per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
  result: { at: 'result', shape: addonEnvelope(z.array(namedEntity).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = { stability: 'alpha', resultSchemas: { NamedEntity: namedEntity } };

export const view: AddonView = {
  label: 'Names and facts',
  activity: 'Finding names and facts',
  control: { order: 20, kind: 'switch', group: 'Also', note: 'People, places, dates and numbers.' },
  result: { title: 'Names and facts', kind: 'entities', order: 110, nothing: 'None found.' },
  needs: {
    models: [{ engine: 'token-classification', use: 'named_entity_recognition' }],
    otherwise: 'rules',
  },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    named_entity_recognition: typeof schema;
  }
}
