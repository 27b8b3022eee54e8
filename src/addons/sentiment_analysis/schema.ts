import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, `sentiment_analysis`. */
export const schema = {
  key: 'sentiment_analysis',
  position: 9,
  stage: 'transcript',
  after: [],
  // A model of 125 MB reads some ten sentences per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
  // The specification gives it a string even where it fails.
  result: { at: 'result', shape: addonEnvelope(z.string()), whenFailed: '' },
} as const satisfies AddonSchema;

export const api: AddonApi = {};

export const view: AddonView = {
  label: 'Sentiment',
  activity: 'Analysing sentiment',
  control: { order: 21, kind: 'switch', group: 'Also', note: 'The mood and emotion of each sentence.' },
  result: { title: 'Sentiment', kind: 'sentiments', order: 120, nothing: 'Nothing was said.' },
  needs: { models: [{ engine: 'text-classification', use: 'sentiment_analysis' }], otherwise: 'rules' },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    sentiment_analysis: typeof schema;
  }
}
