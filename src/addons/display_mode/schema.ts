import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, `display_mode`. */
export const schema = {
  key: 'display_mode',
  position: 13,
  stage: 'transcript',
  after: [],
  result: { at: 'result', shape: addonEnvelope(z.array(z.string()).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {};

export const view: AddonView = {
  label: 'Reading order',
  activity: 'Ordering utterances',
  control: null,
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    display_mode: typeof schema;
  }
}
