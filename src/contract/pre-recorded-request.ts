import { z } from 'zod';
import { customVocabularyConfig } from './custom-vocabulary.ts';
import { languagesOf, olderParameters, vocabularyOf } from './older-parameters.ts';
import {
  audioToLlmConfig,
  callbackConfig,
  customSpellingConfig,
  diarizationConfig,
  httpUrl,
  languageConfig,
  piiRedactionConfig,
  structuredDataExtractionConfig,
  subtitlesConfig,
  summarizationConfig,
  translationConfig,
} from './request-configs.ts';

export const MODEL_NAMES = ['stt-1', 'stt-3', 'stt-fusion'] as const;

/** The languages of `stt-3` (specification §2.5). */
export const STT_3_LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;

const off = z.boolean().default(false);

const parameters = z.object({
  audio_url: httpUrl,
  model: z.enum(MODEL_NAMES).default('stt-1'),
  language_config: languageConfig.default({ languages: [], code_switching: false }),
  custom_metadata: z.record(z.string(), z.unknown()).nullable().default(null),
  custom_vocabulary: off,
  custom_vocabulary_config: customVocabularyConfig.optional(),
  callback: off,
  callback_config: callbackConfig.optional(),
  callback_url: httpUrl.optional().meta({ deprecated: true }),
  subtitles: off,
  subtitles_config: subtitlesConfig.optional(),
  diarization: off,
  diarization_config: diarizationConfig.optional(),
  translation: off,
  translation_config: translationConfig.optional(),
  summarization: off,
  summarization_config: summarizationConfig.optional(),
  named_entity_recognition: off,
  name_consistency: off,
  structured_data_extraction: off,
  structured_data_extraction_config: structuredDataExtractionConfig.optional(),
  custom_spelling: off,
  custom_spelling_config: customSpellingConfig.optional(),
  sentiment_analysis: off,
  audio_to_llm: off,
  audio_to_llm_config: audioToLlmConfig.optional(),
  pii_redaction: off,
  pii_redaction_config: piiRedactionConfig.optional(),
  sentences: off,
  display_mode: off,
  punctuation_enhanced: off,
});

/** Features whose configuration has a required field and is therefore mandatory. */
const CONFIG_NEEDED = [
  'custom_vocabulary',
  'callback',
  'translation',
  'structured_data_extraction',
  'custom_spelling',
  'audio_to_llm',
] as const;

/**
 * Body of `POST /v2/pre-recorded` (specification §2.4) with its defaults filled in; echoed as `request_params`.
 * Unknown fields are dropped. Configurations are validated even if their feature is off.
 */
export const preRecordedRequest = parameters
  .extend(olderParameters)
  .transform(({ language, detect_language, enable_code_switching, code_switching_config, ...request }) => ({
    ...request,
    ...vocabularyOf(request.custom_vocabulary, request.custom_vocabulary_config),
    language_config: languagesOf(
      { language, detect_language, enable_code_switching, code_switching_config },
      request.language_config,
    ),
  }))
  .superRefine((request, context) => {
    for (const name of CONFIG_NEEDED) {
      if (request[name] && !request[`${name}_config`]) {
        context.addIssue({
          code: 'custom',
          path: [`${name}_config`],
          message: `is required when ${name} is true`,
        });
      }
    }
    const { min_speakers: least, max_speakers: most } = request.diarization_config ?? {};
    if (least && most && most < least) {
      context.addIssue({
        code: 'custom',
        path: ['diarization_config', 'max_speakers'],
        message: 'must not be less than min_speakers',
      });
    }
    if (request.model !== 'stt-3') return;
    const known: readonly string[] = STT_3_LANGUAGES;
    request.language_config.languages.forEach((language, index) => {
      if (known.includes(language)) return;
      context.addIssue({
        code: 'custom',
        path: ['language_config', 'languages', index],
        message: `must be one of ${STT_3_LANGUAGES.join(', ')} when model is stt-3`,
      });
    });
  })
  .transform((request) => ({
    ...request,
    // An enabled feature gets its configuration's defaults, so that the echo shows what will happen.
    subtitles_config: request.subtitles
      ? subtitlesConfig.parse(request.subtitles_config ?? {})
      : request.subtitles_config,
    summarization_config: request.summarization
      ? summarizationConfig.parse(request.summarization_config ?? {})
      : request.summarization_config,
  }));

/** The echo: `audio_url` is null if the job failed before its audio was known (specification §2.4). */
export const requestParams = parameters.extend({ audio_url: httpUrl.nullable() });

export type ModelName = (typeof MODEL_NAMES)[number];
export type PreRecordedRequest = z.infer<typeof preRecordedRequest>;
export type PreRecordedRequestInput = z.input<typeof preRecordedRequest>;
export type RequestParams = z.infer<typeof requestParams>;
