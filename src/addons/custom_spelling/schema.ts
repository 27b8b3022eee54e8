import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, CustomSpellingConfig: target spelling → variants to replace. */
export const customSpellingConfig = z.object({
  spelling_dictionary: z.record(z.string(), z.array(z.string())),
});

export type CustomSpellingConfig = z.infer<typeof customSpellingConfig>;

/** Specification §2.4, CustomSpellingConfig. Runs last of the word add-ons, so that the spelling is exactly this. */
export const schema = {
  key: 'custom_spelling',
  position: 8,
  stage: 'words',
  after: ['punctuation_enhanced', 'custom_vocabulary'],
  config: customSpellingConfig,
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'alpha',
  fields: { 'CustomSpellingConfig.spelling_dictionary': 'Maps each spelling to the variants it replaces.' },
};

export const view: AddonView = {
  label: 'Custom spelling',
  activity: 'Spelling',
  control: null,
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    custom_spelling: typeof schema;
  }
}
