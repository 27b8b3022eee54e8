import { z } from '../../lib/zod.ts';
import { transcriptionLanguageCode } from '../transcripts/language-code.ts';
import type { languageConfig } from './request-configs.ts';

/**
 * Parameters of earlier versions that clients still send; their replacements take precedence. They are never echoed.
 */
export const olderParameters = {
  language: transcriptionLanguageCode.optional(),
  detect_language: z.boolean().optional(),
  enable_code_switching: z.boolean().optional(),
  code_switching_config: z.object({ languages: z.array(transcriptionLanguageCode).optional() }).optional(),
};

type Older = z.infer<z.ZodObject<typeof olderParameters>>;
type LanguageConfig = z.infer<typeof languageConfig>;

/** The languages in their current form. */
export function languagesOf(given: Older, present: LanguageConfig): LanguageConfig {
  if (present.languages.length > 0 || present.code_switching) return present;
  const { language, detect_language, enable_code_switching, code_switching_config } = given;
  if (enable_code_switching)
    return { languages: code_switching_config?.languages ?? [], code_switching: true };
  return language === undefined || detect_language ? present : { ...present, languages: [language] };
}
