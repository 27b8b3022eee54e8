import { transcriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

const intensity = z.number().min(0).max(1);

export const customVocabularyEntry = z.object({
  value: z.string().min(1),
  intensity: intensity.optional(),
  pronunciations: z.array(z.string()).optional(),
  language: transcriptionLanguageCode.optional(),
});

/** Specification §2.4, CustomVocabularyConfig. */
export const customVocabularyConfig = z.object({
  vocabulary: z.array(z.union([z.string().min(1), customVocabularyEntry])),
  default_intensity: intensity.optional(),
});

export type CustomVocabularyConfig = z.infer<typeof customVocabularyConfig>;

/** Specification §2.4, CustomVocabularyConfig. */
export const schema = {
  key: 'custom_vocabulary',
  position: 1,
  stage: 'words',
  after: ['punctuation_enhanced'],
  config: customVocabularyConfig,
  olderSwitch: {
    value: customVocabularyConfig.shape.vocabulary.min(1),
    toConfig: (vocabulary) => ({ vocabulary }),
  },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'beta',
  description: 'Turns the feature on. For compatibility the vocabulary itself is accepted here too.',
  requestSchemas: {
    CustomVocabularyConfig: customVocabularyConfig,
    CustomVocabularyEntry: customVocabularyEntry,
  },
  example: {
    vocabulary: ['Earshot', { value: 'Ngũgĩ', pronunciations: ['Googie'], intensity: 0.6 }],
    default_intensity: 0.5,
  },
};

export const view: AddonView = {
  label: 'Names and terms to expect',
  activity: 'Matching your terms',
  control: {
    order: 70,
    kind: 'lines',
    field: 'vocabulary',
    rows: 3,
    placeholder: 'One per line',
    spellcheck: false,
  },
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    custom_vocabulary: typeof schema;
  }
}
