import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.8, SentencesDTO. */
export const sentencesResult = addonEnvelope(z.array(z.string()).nullable());

/** Specification §2.4, `sentences`. */
export const schema = {
  key: 'sentences',
  position: 12,
  stage: 'transcript',
  after: [],
  alsoTranslations: true,
  result: { at: 'result-and-text', shape: sentencesResult },
} as const satisfies AddonSchema;

export const api: AddonApi = { resultSchemas: { SentencesDTO: sentencesResult } };

export const view: AddonView = {
  label: 'Sentences',
  activity: 'Finding sentences',
  control: null,
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    sentences: typeof schema;
  }
}
