import { z } from 'zod';
import { addonEnvelope, addonError } from './addon-envelope.ts';
import { transcriptionLanguageCode, translationLanguageCode } from './language-code.ts';
import { translatedUtterance, utterance } from './utterance.ts';

/** All in seconds; `billing_time` is `audio_duration` times the number of distinct channels (specification §2.8). */
export const transcriptionMetadata = z.object({
  audio_duration: z.number().min(0),
  number_of_distinct_channels: z.int().min(1),
  billing_time: z.number().min(0),
  transcription_time: z.number().min(0),
});

export const subtitle = z.object({ format: z.enum(['srt', 'vtt']), subtitles: z.string() });

export const sentencesResult = addonEnvelope(z.array(z.string()).nullable());

export const transcription = z.object({
  full_transcript: z.string(),
  languages: z.array(transcriptionLanguageCode),
  utterances: z.array(utterance),
  sentences: z.array(sentencesResult).optional(),
  subtitles: z.array(subtitle).optional(),
});

export const translationResult = z.object({
  error: addonError.nullable(),
  full_transcript: z.string(),
  languages: z.array(translationLanguageCode),
  utterances: z.array(translatedUtterance),
  sentences: z.array(sentencesResult).optional(),
  subtitles: z.array(subtitle).optional(),
});

export const namedEntity = z.object({
  entity_type: z.string(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
});

export const audioToLlmAnswer = addonEnvelope(
  z.object({ prompt: z.string().nullable(), response: z.string().nullable() }).nullable(),
);

/** Specification §2.8, TranscriptionResultDTO. A key is absent if its add-on was not requested. */
export const transcriptionResult = z.object({
  metadata: transcriptionMetadata,
  transcription: transcription.optional(),
  translation: addonEnvelope(z.array(translationResult).nullable()).optional(),
  summarization: addonEnvelope(z.string().nullable()).optional(),
  named_entity_recognition: addonEnvelope(z.array(namedEntity).nullable()).optional(),
  name_consistency: addonEnvelope(z.string().nullable()).optional().meta({ deprecated: true }),
  structured_data_extraction: addonEnvelope(z.string().nullable()).optional(),
  sentiment_analysis: addonEnvelope(z.string()).optional(),
  audio_to_llm: addonEnvelope(z.array(audioToLlmAnswer).nullable()).optional(),
  sentences: sentencesResult.optional().meta({ deprecated: true }),
  display_mode: addonEnvelope(z.array(z.string()).nullable()).optional(),
  diarization: addonEnvelope(z.array(utterance).meta({ deprecated: true })).optional(),
});

export type TranscriptionMetadata = z.infer<typeof transcriptionMetadata>;
export type Transcription = z.infer<typeof transcription>;
export type TranslationResult = z.infer<typeof translationResult>;
export type TranscriptionResult = z.infer<typeof transcriptionResult>;
export type Subtitle = z.infer<typeof subtitle>;
