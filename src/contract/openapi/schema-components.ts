import { z } from 'zod';
import { addonError } from '../addon-envelope.ts';
import { customVocabularyConfig, customVocabularyEntry } from '../custom-vocabulary.ts';
import { errorBody } from '../error-body.ts';
import { transcriptionLanguageCode, translationLanguageCode } from '../language-code.ts';
import { callbackBody, webhookBody } from '../notification.ts';
import { piiEntityType } from '../pii-entity-type.ts';
import { createdJob, fileResponse, jobPage, jobStatus, preRecordedJob } from '../pre-recorded-job.ts';
import { preRecordedRequest, requestParams } from '../pre-recorded-request.ts';
import {
  audioToLlmConfig,
  callbackConfig,
  customSpellingConfig,
  diarizationConfig,
  languageConfig,
  piiRedactionConfig,
  structuredDataExtractionConfig,
  subtitlesConfig,
  summarizationConfig,
  translationConfig,
} from '../request-configs.ts';
import {
  audioToLlmAnswer,
  namedEntity,
  sentencesResult,
  subtitle,
  transcription,
  transcriptionMetadata,
  transcriptionResult,
  translationResult,
} from '../transcription-result.ts';
import { audioMetadata, uploadByUrl, uploadedFile } from '../uploaded-file.ts';
import { translatedUtterance, utterance, word } from '../utterance.ts';

export type JsonSchema = Record<string, unknown>;

const SHARED = {
  TranscriptionLanguageCode: transcriptionLanguageCode,
  TranslationLanguageCode: translationLanguageCode,
  PiiEntityType: piiEntityType,
};

/** Request bodies. */
const REQUESTS = {
  PreRecordedRequest: preRecordedRequest,
  UploadByUrlRequest: uploadByUrl,
  LanguageConfig: languageConfig,
  CustomVocabularyConfig: customVocabularyConfig,
  CustomVocabularyEntry: customVocabularyEntry,
  CallbackConfig: callbackConfig,
  SubtitlesConfig: subtitlesConfig,
  DiarizationConfig: diarizationConfig,
  TranslationConfig: translationConfig,
  SummarizationConfig: summarizationConfig,
  CustomSpellingConfig: customSpellingConfig,
  AudioToLlmListConfig: audioToLlmConfig,
  PiiRedactionConfig: piiRedactionConfig,
  StructuredDataExtractionConfig: structuredDataExtractionConfig,
};

/** Response bodies. */
const RESPONSES = {
  UploadedFile: uploadedFile,
  AudioMetadata: audioMetadata,
  CreatedJob: createdJob,
  JobStatus: jobStatus,
  JobPage: jobPage,
  PreRecordedResponse: preRecordedJob,
  PreRecordedRequestParamsResponse: requestParams,
  FileResponse: fileResponse,
  TranscriptionResultDTO: transcriptionResult,
  TranscriptionMetadata: transcriptionMetadata,
  Transcription: transcription,
  Utterance: utterance,
  TranslatedUtterance: translatedUtterance,
  Word: word,
  Subtitle: subtitle,
  SentencesDTO: sentencesResult,
  TranslationResult: translationResult,
  NamedEntity: namedEntity,
  AudioToLlm: audioToLlmAnswer,
  AddonError: addonError,
  ErrorResponse: errorBody,
  CallbackBody: callbackBody,
  WebhookBody: webhookBody,
};

const reference = (name: string) => `#/components/schemas/${name}`;

function convert(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, {
    io,
    uri: reference,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

/**
 * Removes what carries no information, such as the bounds of safe integers and the key type of records, and what
 * would forbid later fields.
 */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  delete schema.propertyNames;
}

/** Every named schema of the API (JSON Schema 2020-12), as parsed or returned by the contract. */
export function schemaComponents(): Record<string, JsonSchema> {
  return {
    ...convert({ ...SHARED, ...REQUESTS }, 'input'),
    ...convert({ ...SHARED, ...RESPONSES }, 'output'),
  };
}
