import { translationLanguageCode } from '../../contract/transcripts/language-code.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, TranslationConfig. */
export const translationConfig = z.object({
  target_languages: z.array(translationLanguageCode).min(1),
  model: z.enum(['base', 'batch', 'enhanced']).default('batch'),
  match_original_utterances: z.boolean().default(true),
  lipsync: z.boolean().default(true),
  context_adaptation: z.boolean().default(true),
  context: z.string().optional(),
  informal: z.boolean().default(false),
});

export type TranslationConfig = z.infer<typeof translationConfig>;

/**
 * Specification §2.4, `translation` and TranslationConfig. Without a GPU a large model takes as long as the recording.
 */
export const schema = {
  key: 'translation',
  position: 3,
  stage: 'transcript',
  after: [],
  timeLimit: { seconds: 300, secondsPerMinute: 180 },
  config: translationConfig,
  result: { at: 'translations', languages: 'target_languages' },
} as const satisfies AddonSchema;

export const api: AddonApi = { stability: 'beta' };

export const view: AddonView = {
  label: 'Translation',
  activity: 'Translating',
  control: { order: 30, kind: 'languages', field: 'target_languages', none: 'No translation' },
  result: null,
  needs: { models: [{ engine: 'translation' }], otherwise: 'browser' },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    translation: typeof schema;
  }
}
