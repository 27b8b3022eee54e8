import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, `punctuation_enhanced`. */
export const schema = {
  key: 'punctuation_enhanced',
  position: 14,
  stage: 'words',
  after: [],
} as const satisfies AddonSchema;

export const api: AddonApi = { stability: 'alpha' };

export const view: AddonView = {
  label: 'Punctuation',
  activity: 'Adding punctuation',
  control: { order: 10, kind: 'switch', note: 'Sentences and capitals, where the model writes none.' },
  result: null,
  needs: {
    models: [
      { engine: 'token-classification', use: 'punctuation_enhanced' },
      { engine: 'nnsplit', use: 'punctuation_enhanced' },
    ],
    otherwise: 'rules',
  },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    punctuation_enhanced: typeof schema;
  }
}
