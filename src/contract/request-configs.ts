import { z } from 'zod';
import { transcriptionLanguageCode, translationLanguageCode } from './language-code.ts';
import { piiEntityType } from './pii-entity-type.ts';

/** Only http(s): a `blob:` URL belongs to the page that created it and cannot be read by another realm. */
export const httpUrl = z.url({ protocol: /^https?$/ }).meta({ pattern: '^https?://' });

/** Specification §2.6. */
export const languageConfig = z.object({
  languages: z.array(transcriptionLanguageCode).default([]),
  code_switching: z.boolean().default(false),
});

/** Specification §2.4, CallbackConfig. */
export const callbackConfig = z.object({
  url: httpUrl,
  method: z.enum(['POST', 'PUT']).default('POST'),
});

/** Specification §2.4, SubtitlesConfig; durations in seconds. */
export const subtitlesConfig = z.object({
  formats: z
    .array(z.enum(['srt', 'vtt']))
    .min(1)
    .default(['srt']),
  minimum_duration: z.number().min(0).optional(),
  maximum_duration: z.number().min(1).max(30).optional(),
  maximum_characters_per_row: z.int().min(1).optional(),
  maximum_rows_per_caption: z.int().min(1).max(5).optional(),
  style: z.enum(['default', 'compliance']).default('default'),
});

/**
 * Specification §2.4, DiarizationConfig. `number_of_speakers` takes precedence over the limits; a limit of 0 means
 * none.
 */
export const diarizationConfig = z.object({
  number_of_speakers: z.int().min(1).optional(),
  min_speakers: z.int().min(0).optional(),
  max_speakers: z.int().min(0).optional(),
});

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

/** Specification §2.4, SummarizationConfig. */
export const summarizationConfig = z.object({
  type: z.enum(['general', 'bullet_points', 'concise']).default('general'),
});

/** Specification §2.4, CustomSpellingConfig: target spelling → variants to replace. */
export const customSpellingConfig = z.object({
  spelling_dictionary: z.record(z.string(), z.array(z.string())),
});

/** Specification §2.4, AudioToLlmListConfig; a prompt may also be a list of strings, as in the specification's type. */
export const audioToLlmConfig = z.object({
  prompts: z.array(z.union([z.string(), z.array(z.string())])).min(1),
  model: z.string().optional(),
});

/** Specification §2.4, PiiRedactionConfig; a single entity type is accepted instead of a list. */
export const piiRedactionConfig = z.object({
  entity_types: z
    .union([z.array(piiEntityType), piiEntityType])
    .transform((types) => (Array.isArray(types) ? types : [types]))
    .pipe(z.array(piiEntityType))
    .optional(),
  processed_text_type: z.enum(['MARKER', 'MASK']).optional(),
});

/** The classes to extract. Not in the specification, which shows only the result. */
export const structuredDataExtractionConfig = z.object({
  classes: z.array(z.string()),
});

export type LanguageConfig = z.infer<typeof languageConfig>;
export type CallbackConfig = z.infer<typeof callbackConfig>;
export type SubtitlesConfig = z.infer<typeof subtitlesConfig>;
export type DiarizationConfig = z.infer<typeof diarizationConfig>;
export type TranslationConfig = z.infer<typeof translationConfig>;
export type SummarizationConfig = z.infer<typeof summarizationConfig>;
export type CustomSpellingConfig = z.infer<typeof customSpellingConfig>;
export type AudioToLlmConfig = z.infer<typeof audioToLlmConfig>;
export type PiiRedactionConfig = z.infer<typeof piiRedactionConfig>;
export type StructuredDataExtractionConfig = z.infer<typeof structuredDataExtractionConfig>;
