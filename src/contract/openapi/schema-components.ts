import { addonApis } from '../../addons/addon-apis.ts';
import { addonSchemas } from '../../addons/addon-schemas.ts';
import { z } from '../../lib/zod.ts';
import { addonError } from '../addons/addon-envelope.ts';
import { addonRuns, addonsRequest } from '../addons/addons-request.ts';
import { errorBody } from '../errors/error-body.ts';
import { callbackBody, webhookBody } from '../jobs/notification.ts';
import { createdJob, fileResponse, jobPage, jobStatus, preRecordedJob } from '../jobs/pre-recorded-job.ts';
import { preRecordedRequest, requestEcho } from '../jobs/pre-recorded-request.ts';
import { partialTranscript, queueRequest } from '../jobs/queue-request.ts';
import { callbackConfig, diarizationConfig, languageConfig } from '../jobs/request-configs.ts';
import { audioMetadata, uploadByUrl, uploadedFile } from '../jobs/uploaded-file.ts';
import { createdLiveSession, liveJob, livePage } from '../live/live-job.ts';
import { liveMessage } from '../live/live-message.ts';
import { liveCallbackBody, liveWebhookBody } from '../live/live-notification.ts';
import { liveEcho, liveRequest } from '../live/live-request.ts';
import { transcriptionLanguageCode, translationLanguageCode } from '../transcripts/language-code.ts';
import { librarySearch } from '../transcripts/library-search.ts';
import { piiEntityType } from '../transcripts/pii-entity-type.ts';
import { transcriptJson } from '../transcripts/transcript-json.ts';
import {
  transcription,
  transcriptionMetadata,
  transcriptionResult,
  translationResult,
} from '../transcripts/transcription-result.ts';
import { translatedUtterance, utterance, word } from '../transcripts/utterance.ts';

export type JsonSchema = Record<string, unknown>;

const SHARED = {
  TranscriptionLanguageCode: transcriptionLanguageCode,
  TranslationLanguageCode: translationLanguageCode,
  PiiEntityType: piiEntityType,
};

/** "SubtitlesConfig" */
const configName = (key: string) =>
  `${key.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Config`;

/** The add-ons' configurations by name: the one that a folder gives, or one made from its key. */
const addonConfigs = () => {
  const named = Object.assign({}, ...[...addonApis.values()].map(({ requestSchemas }) => requestSchemas));
  const given = new Set(Object.values(named));
  const others = addonSchemas.flatMap(({ key, config }) =>
    config && !given.has(config) ? [[configName(key), config]] : [],
  );
  return { ...named, ...Object.fromEntries(others) };
};

/** Request bodies. */
const REQUESTS = {
  PreRecordedRequest: preRecordedRequest,
  AddonsRequest: addonsRequest,
  QueueRequest: queueRequest,
  LiveRequest: liveRequest,
  UploadByUrlRequest: uploadByUrl,
  LanguageConfig: languageConfig,
  CallbackConfig: callbackConfig,
  DiarizationConfig: diarizationConfig,
  ...addonConfigs(),
};

/** Response bodies. */
const RESPONSES = {
  UploadedFile: uploadedFile,
  AudioMetadata: audioMetadata,
  CreatedJob: createdJob,
  JobStatus: jobStatus,
  JobPage: jobPage,
  AddonRuns: addonRuns,
  PartialTranscript: partialTranscript,
  PreRecordedResponse: preRecordedJob,
  PreRecordedRequestParamsResponse: requestEcho,
  CreatedLiveSession: createdLiveSession,
  LiveResponse: liveJob,
  LiveRequestParamsResponse: liveEcho,
  LivePage: livePage,
  LiveMessage: liveMessage,
  LiveCallbackBody: liveCallbackBody,
  LiveWebhookBody: liveWebhookBody,
  FileResponse: fileResponse,
  TranscriptionResultDTO: transcriptionResult,
  TranscriptionMetadata: transcriptionMetadata,
  Transcription: transcription,
  Utterance: utterance,
  TranslatedUtterance: translatedUtterance,
  CorrectedTranscript: transcriptJson,
  LibrarySearch: librarySearch,
  Word: word,
  TranslationResult: translationResult,
  AddonError: addonError,
  ErrorResponse: errorBody,
  CallbackBody: callbackBody,
  WebhookBody: webhookBody,
  ...Object.assign({}, ...[...addonApis.values()].map(({ resultSchemas }) => resultSchemas)),
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

/** Removes what carries no information, such as the bounds of safe integers, and what would forbid later fields. */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  delete schema.propertyNames;
}

/** Lets the optional fields of a request's schema, and of the objects in it, be null. */
function allowNulls(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, required }: { properties?: unknown; required?: unknown } = schema;
  if (typeof properties === 'object' && properties !== null) {
    for (const [name, field] of Object.entries(properties)) {
      allowNulls(field);
      if (Array.isArray(required) && required.includes(name)) continue;
      Reflect.set(properties, name, orNull(field));
    }
  }
  const { items, anyOf }: { items?: unknown; anyOf?: unknown } = schema;
  for (const part of [items, ...(Array.isArray(anyOf) ? anyOf : [])]) allowNulls(part);
}

function orNull({ default: fallback, deprecated, ...field }: JsonSchema): JsonSchema {
  const options = Array.isArray(field.anyOf) ? field.anyOf : [field];
  const own = {
    ...(fallback !== undefined && { default: fallback }),
    ...(deprecated === true && { deprecated }),
  };
  if (options.some((option) => option.type === 'null')) return { ...field, ...own };
  return { anyOf: [...options, { type: 'null' }], ...own };
}

/** Every named schema of the API (JSON Schema 2020-12), as parsed or returned by the contract. */
export function schemaComponents(): Record<string, JsonSchema> {
  const requests = convert({ ...SHARED, ...REQUESTS }, 'input');
  for (const [name, schema] of Object.entries(requests)) if (!(name in SHARED)) allowNulls(schema);
  return {
    ...requests,
    ...convert({ ...SHARED, ...RESPONSES }, 'output'),
  };
}
