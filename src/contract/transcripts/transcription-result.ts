import { z } from '../../lib/zod.ts';
import { addonEnvelope, addonError } from '../addons/addon-envelope.ts';
import { addonResultFields, addonTextFields } from '../addons/addon-results.ts';
import { transcriptionLanguageCode, translationLanguageCode } from './language-code.ts';
import { translatedUtterance, utterance } from './utterance.ts';

/** All in seconds; `billing_time` is `audio_duration` times the number of distinct channels (specification §2.8). */
export const transcriptionMetadata = z.object({
  audio_duration: z.number().min(0),
  number_of_distinct_channels: z.int().min(1),
  billing_time: z.number().min(0),
  transcription_time: z.number().min(0),
});

export const transcription = z.object({
  full_transcript: z.string(),
  languages: z.array(transcriptionLanguageCode),
  utterances: z.array(utterance),
  ...addonTextFields,
});

export const translationResult = z.object({
  error: addonError.nullable(),
  full_transcript: z.string(),
  languages: z.array(translationLanguageCode),
  utterances: z.array(translatedUtterance),
  ...addonTextFields,
});

/** Specification §2.8, TranscriptionResultDTO. A key is absent if its add-on was not requested. */
export const transcriptionResult = z.object({
  metadata: transcriptionMetadata,
  transcription: transcription.optional(),
  ...addonResultFields(addonEnvelope(z.array(translationResult).nullable())),
  diarization: addonEnvelope(z.array(utterance).meta({ deprecated: true })).optional(),
});

export type TranscriptionMetadata = z.infer<typeof transcriptionMetadata>;
export type Transcription = z.infer<typeof transcription>;
export type TranslationResult = z.infer<typeof translationResult>;
export type TranscriptionResult = z.infer<typeof transcriptionResult>;
