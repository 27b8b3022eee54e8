import { z } from 'zod';
import { clientSettings } from '../contract/client-settings.ts';
import { fileResponse, jobStatus } from '../contract/pre-recorded-job.ts';
import { requestParams } from '../contract/pre-recorded-request.ts';
import { transcriptionResult } from '../contract/transcription-result.ts';

const dateTime = z.iso.datetime();

/** Why a queued job does not run yet, told to people and programs alike. */
export const waiting = z.object({
  reason: z.enum(['model-missing']),
  model_id: z.string(),
  /** Bytes to download. */
  bytes: z.int().min(0),
  message: z.string(),
});

/** A job as stored. `progress` is 0 to 1. */
export const jobRecord = z.object({
  id: z.uuid(),
  key_id: z.string(),
  version: z.int(),
  status: jobStatus,
  created_at: dateTime,
  completed_at: dateTime.nullable(),
  custom_metadata: z.record(z.string(), z.unknown()).nullable(),
  params: requestParams,
  /** The stored audio; null until a remote address was fetched. */
  audio_id: z.string().nullable(),
  file: fileResponse.nullable(),
  when_model_missing: z.enum(['wait', 'fail']),
  waiting: waiting.nullable(),
  /** Starts since the last finished window: a recording that takes its tab down must not do so for ever. */
  attempts: z.int().min(0).default(0),
  progress: z.number().min(0).max(1),
  seconds_left: z.number().min(0).nullable(),
  error: z.object({ code: z.string(), status: z.int().min(400).max(599), message: z.string() }).nullable(),
  session: z.record(z.string(), z.unknown()),
  result: transcriptionResult.nullable(),
});

/** Stored audio, without its bytes, which lie in a store of their own under the same id. */
export const audioRecord = z.object({
  id: z.uuid(),
  key_id: z.string(),
  filename: z.string(),
  extension: z.string(),
  /** Media type, such as audio/mpeg; never JSON. */
  type: z.string(),
  size: z.int().min(0),
  audio_duration: z.number().min(0).nullable(),
  number_of_channels: z.int().min(1).nullable(),
  /** Remote address it came from. */
  source: z.string().nullable(),
  created_at: dateTime,
});

const recognisedWord = z.object({
  word: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.number(),
});

const frameRange = z.tuple([z.int().min(0), z.int().min(0)]);

/** The twin of the engine's WindowSpeakers. */
const windowSpeakers = z.object({
  pieces: z.array(z.object({ windowStart: z.number(), fileStart: z.number(), duration: z.number() })),
  voices: z.array(
    z.object({
      vector: z.array(z.number()).nullable(),
      // Older versions kept none: then nobody is held apart for being heard beside each other.
      followed: z.number().default(0),
      cleanSeconds: z.number(),
    }),
  ),
  chunks: z.array(
    z.object({
      frames: frameRange,
      speakers: z.array(z.object({ voice: z.int().min(0), ranges: z.array(frameRange) })),
    }),
  ),
  models: z.string().optional(),
  seconds: z.number(),
});

/** One finished window of one job: the twin of the engine's WindowTranscript. */
export const checkpointRecord = z.object({
  job_id: z.uuid(),
  index: z.int().min(0),
  channel: z.int().min(0),
  start: z.number(),
  end: z.number(),
  segments: z.array(
    z.object({
      language: z.string(),
      languageConfidence: z.number(),
      words: z.array(recognisedWord),
    }),
  ),
  /** Absent where speakers were not asked for, or an older version wrote it. */
  speakers: windowSpeakers.optional(),
});

/** A service key; only its SHA-256 (hexadecimal) is kept. */
export const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string().length(64),
  /** How the secret begins, to recognise it by. */
  hint: z.string(),
  /** The origin that it was made for, where the app is embedded; null for a key that a person made. */
  origin: z.string().nullable().default(null),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
});

/** One file of a model; its bytes lie in chunks. Whole when `complete`. */
export const modelFileRecord = z.object({
  model_id: z.string(),
  path: z.string(),
  /** Bytes; null until the host told. */
  size: z.int().min(0).nullable(),
  received: z.int().min(0),
  chunks: z.int().min(0),
  sha256: z.string().length(64).nullable(),
  etag: z.string().nullable(),
  revision: z.string().nullable(),
  complete: z.boolean(),
});

const most = z.int().min(1).nullable().default(null);

/** Bounds set by the user (specification §8); null where only the device sets one. */
export const limits = z.object({
  /** Seconds of a recording. */
  max_duration: z.number().positive().nullable().default(null),
  max_file_bytes: most,
  /** Jobs that wait, of all keys. */
  max_queued_jobs: most,
  /** Jobs worked on at once; null for one, which keeps a device busy. */
  max_running_jobs: most,
  /** Of each key. */
  requests_per_minute: most,
});

export const settings = z.object({
  /** The app's own key in clear: the page must be able to send it. */
  app_key: z.string().nullable().default(null),
  /** Where models come from: 'hub', or the base address of a mirror. Same-origin /models/ is always looked at first. */
  model_host: z.string().default('hub'),
  /** Manifest id chosen by the user for each wire model; null means the best that is installed. */
  preferred_models: z.record(z.string(), z.string()).default({}),
  when_model_missing: z.enum(['wait', 'fail']).default('wait'),
  limits: limits.prefault({}),
  /** Signs the bodies of callbacks; in clear, since signing needs it. */
  callback_secret: z.string().min(1).nullable().default(null),
  /** Whether the system says when a recording is done. */
  system_notifications: z.boolean().default(false),
  /** For code that was written for another service. */
  clients: clientSettings.prefault({}),
  /** The same for the requests of single pages, by the path of the page. */
  page_clients: z.record(z.string(), clientSettings).default({}),
});

/** When a key made its last requests: milliseconds since 1970, oldest first. */
export const requestLog = z.object({ key_id: z.string(), times: z.array(z.number()) });

export type Waiting = z.infer<typeof waiting>;
export type JobRecord = z.infer<typeof jobRecord>;
export type AudioRecord = z.infer<typeof audioRecord>;
export type CheckpointRecord = z.infer<typeof checkpointRecord>;
export type KeyRecord = z.infer<typeof keyRecord>;
export type ModelFileRecord = z.infer<typeof modelFileRecord>;
export type RequestLog = z.infer<typeof requestLog>;
export type Limits = z.infer<typeof limits>;
export type Settings = z.infer<typeof settings>;
