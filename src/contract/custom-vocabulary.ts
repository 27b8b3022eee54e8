import { z } from 'zod';
import { transcriptionLanguageCode } from './language-code.ts';

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

export type CustomVocabularyEntry = z.infer<typeof customVocabularyEntry>;
export type CustomVocabularyConfig = z.infer<typeof customVocabularyConfig>;
