import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

const suggestedName = z.object({
  speaker: z.int(),
  channel: z.int(),
  name: z.string(),
  /** The sentence that says so, and when. */
  quote: z.string(),
  start: z.number(),
});

export type SuggestedName = z.infer<typeof suggestedName>;

/** Not in the specification: who the speakers may be. */
export const schema = {
  key: 'speaker_names',
  stage: 'transcript',
  after: [],
  result: { at: 'result', shape: addonEnvelope(z.array(suggestedName).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'alpha',
  description: 'Suggests names for speakers by what is said, each with its quote. No speaker is renamed.',
  resultSchemas: { SuggestedName: suggestedName },
};

/** The page asks by itself, and shows the suggestions beside the speakers. */
export const view: AddonView = {
  label: 'Names of speakers',
  activity: 'Looking for names of speakers',
  control: null,
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    speaker_names: typeof schema;
  }
}
