import { z } from '../../lib/zod.ts';
import { TRANSCRIPTION_LANGUAGE_CODES, TRANSLATION_LANGUAGE_CODES } from './language-codes.ts';

export { TRANSCRIPTION_LANGUAGE_CODES, TRANSLATION_LANGUAGE_CODES };

export const transcriptionLanguageCode = z.enum(TRANSCRIPTION_LANGUAGE_CODES);
export const translationLanguageCode = z.enum(TRANSLATION_LANGUAGE_CODES);

export type TranscriptionLanguageCode = z.infer<typeof transcriptionLanguageCode>;
export type TranslationLanguageCode = z.infer<typeof translationLanguageCode>;
