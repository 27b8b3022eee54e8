import { z } from 'zod';
import { type CustomVocabularyConfig, customVocabularyConfig } from './custom-vocabulary.ts';
import { transcriptionLanguageCode } from './language-code.ts';
import type { languageConfig } from './request-configs.ts';

/** Parameters of earlier days that clients still send; what replaced them wins. They are never echoed. */
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

/** The languages as they are said today. */
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

/** The vocabulary as it is said today. */
export function vocabularyOf(
  given: Older['custom_vocabulary'],
  present: CustomVocabularyConfig | undefined,
): { custom_vocabulary: boolean; custom_vocabulary_config?: CustomVocabularyConfig | undefined } {
  if (typeof given === 'boolean') return { custom_vocabulary: given, custom_vocabulary_config: present };
  return { custom_vocabulary: true, custom_vocabulary_config: present ?? { vocabulary: given } };
}
