import { z } from 'zod';
import { type CustomVocabularyConfig, customVocabularyConfig } from './custom-vocabulary.ts';
import { transcriptionLanguageCode } from './language-code.ts';
import type { languageConfig } from './request-configs.ts';

/**
 * Parameters of earlier versions that clients still send; their replacements take precedence. They are never echoed.
 */
export const olderParameters = {
  language: transcriptionLanguageCode.optional(),
  detect_language: z.boolean().optional(),
  enable_code_switching: z.boolean().optional(),
  code_switching_config: z.object({ languages: z.array(transcriptionLanguageCode).optional() }).optional(),
  /** The switch, or the vocabulary itself. */
  custom_vocabulary: z.union([z.boolean(), customVocabularyConfig.shape.vocabulary.min(1)]).default(false),
};

type Older = z.infer<z.ZodObject<typeof olderParameters>>;
type LanguageConfig = z.infer<typeof languageConfig>;

/** The languages in their current form. */
export function languagesOf(
  given: Omit<Older, 'custom_vocabulary'>,
  present: LanguageConfig,
): LanguageConfig {
  if (present.languages.length > 0 || present.code_switching) return present;
  const { language, detect_language, enable_code_switching, code_switching_config } = given;
  if (enable_code_switching)
    return { languages: code_switching_config?.languages ?? [], code_switching: true };
  return language === undefined || detect_language ? present : { ...present, languages: [language] };
}

/** The vocabulary in its current form. */
export function vocabularyOf(
  given: Older['custom_vocabulary'],
  present: CustomVocabularyConfig | undefined,
): { custom_vocabulary: boolean; custom_vocabulary_config?: CustomVocabularyConfig | undefined } {
  if (typeof given === 'boolean') return { custom_vocabulary: given, custom_vocabulary_config: present };
  return { custom_vocabulary: true, custom_vocabulary_config: present ?? { vocabulary: given } };
}
