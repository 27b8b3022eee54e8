import { clientSettings } from '../../contract/clients/client-settings.ts';
import { fileResponse, jobStage, jobStatus } from '../../contract/jobs/pre-recorded-job.ts';
import { requestParams } from '../../contract/jobs/pre-recorded-request.ts';
import { liveParams } from '../../contract/live/live-request.ts';
import { chineseScript } from '../../contract/transcripts/chinese-script.ts';
import { ownMappings } from '../../contract/transcripts/import-mapping.ts';
import { transcriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { libraryEntry } from '../../contract/transcripts/library-entry.ts';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { messageData, storedFailure } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';

const dateTime = z.iso.datetime();
const mark = z.literal(true).optional();

/** Why a queued job is not running yet, for people and programs. */
export const waiting = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('model-missing'),
    model_id: z.string(),
    /** Bytes to download. */
    bytes: z.int().min(0),
    message: z.string(),
    texts: z.array(messageData).optional(),
  }),
  /** The job could not write; it goes on by itself once there is room. */
  z.object({ reason: z.literal('storage'), message: z.string(), texts: z.array(messageData).optional() }),
]);

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
  /** `model` as it was sent, if it was a further name from the settings. */
  sent_model: z.string().nullable().default(null),
  /** The same of `audio_to_llm_config.model`. */
  sent_language_model: z.string().nullable().default(null),
  /** The stored audio; null until a remote file was fetched. */
  audio_id: z.string().nullable(),
  file: fileResponse.nullable(),
  when_model_missing: z.enum(['wait', 'fail']),
  /** The small English model may write a draft where the model is missing; it lacked the language. */
  allow_draft: z.boolean().optional(),
  draft_refused: z.boolean().optional(),
  /** Id of the user's own model that the request named; absent if it named none. */
  own_model: z.string().optional(),
  /** The languages and the installed models decide which model runs. */
  automatic: z.boolean().optional(),
  /** Where it may run, besides this device; absent if nowhere. */
  run_in: z.enum(['pool', 'prefer-local']).optional(),
  /** It was offered to the pool: another device may run it. */
  in_pool: z.boolean().optional(),
  /** Stretches in another language than the detected one are transcribed in their own; otherwise they are reported. */
  switch_languages: z.boolean().optional(),
  /** Script of its Chinese, from the settings when it was created; simplified if absent. */
  chinese_script: chineseScript.optional(),
  /** Languages that detection favours, from the settings when it was created. */
  spoken_languages: z.array(transcriptionLanguageCode).optional(),
  /**
   * The job whose transcript this one's add-ons read, without another pass over its recording; `result` has that transcript
   * from the start. `merge`: what they find also becomes part of that job's result. `rerun`: the recording is recognised again, and the
   * result takes the place of that job's draft; `silent`: without a callback or webhook.
   */
  builds_on: z.object({ job_id: z.uuid(), merge: z.boolean(), rerun: mark, silent: mark }).optional(),
  waiting: waiting.nullable(),
  /** Stopped by a person, until it is resumed. */
  paused: z.boolean().optional(),
  /** Place in the queue: lower first, 0 if absent; the oldest first among equals. */
  queue_rank: z.number().optional(),
  /** Names the run of the job that may write; null between runs. */
  claim: z.string().nullable().default(null),
  /** Runs since the last progress that ended without a word: a recording that crashes its tab must not do so for ever. */
  attempts: z.int().min(0).default(0),
  /** The most windows and add-ons that a run has finished: more is progress. */
  furthest: z.int().min(0).default(0),
  progress: z.number().min(0).max(1),
  /** What the run is doing; absent between runs. */
  stage: jobStage.optional(),
  seconds_left: z.number().min(0).nullable(),
  error: storedFailure.nullable(),
  session: z.record(z.string(), z.unknown()),
  /** What of the request was ignored; absent if nothing was. */
  request_notes: z.array(messageData).optional(),
  /** The live session that the recording comes from, as it was asked for; absent for others. */
  live: liveParams.optional(),
  /** Absent until a person has named or sorted it. */
  library: libraryEntry.optional(),
  /** Deleted by a person, who may still undo it: listed nowhere. `paused`: whether it was before. */
  deleted: z.object({ at: dateTime, paused: z.boolean() }).optional(),
  result: transcriptionResult.nullable(),
});

/** Stored audio, without its bytes, which are in a separate store under the same id. */
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
  /** Remote URL it came from. */
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

/** Mirrors the engine's WindowSpeakers. */
const windowSpeakers = z.object({
  pieces: z.array(z.object({ windowStart: z.number(), fileStart: z.number(), duration: z.number() })),
  voices: z.array(
    z.object({
      vector: z.array(z.number()).nullable(),
      // Older versions stored none: then no two voices are kept apart for sounding at the same time.
      followed: z.number().default(0),
      cleanSeconds: z.number(),
      line: z.object({ trebleDb: z.number(), pitchHz: z.number().nullable() }).optional(),
    }),
  ),
  chunks: z.array(
    z.object({
      frames: frameRange,
      speakers: z.array(z.object({ voice: z.int().min(0), ranges: z.array(frameRange) })),
    }),
  ),
  track: z
    .object({
      stretchSamples: z.int().min(1),
      stepSamples: z.int().min(1),
      size: z.int().min(0),
      vectors: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/),
    })
    .optional(),
  models: z.string().optional(),
  stream: z.string().optional(),
  seconds: z.number(),
});

/** One finished window of a job; mirrors the engine's WindowTranscript. */
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
  /** Speech without words, in seconds of the file. */
  unheard: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
  /** Stretches in another language than the one used. */
  otherLanguages: z
    .array(
      z.object({
        language: z.string(),
        confidence: z.number(),
        start: z.number(),
        end: z.number(),
        switched: z.boolean(),
      }),
    )
    .optional(),
  languageFoundBy: z.string().optional(),
  heardWhole: z.int().optional(),
  changedByVote: z.boolean().optional(),
  fallbacks: z.array(z.enum(['whole-window', 'beam-failed', 'no-beam', 'copied-cache'])).optional(),
  /** Absent without diarization, or if an older version wrote it. */
  speakers: windowSpeakers.optional(),
});

/** A service key; only its SHA-256 (hexadecimal) is stored. */
/** Where a job may run: on this device, on any device of the pool, or there only where this one is busy. */
export const runIn = z.enum(['local', 'pool', 'prefer-local']);

export const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string().length(64),
  /** First characters of the secret, for recognition. */
  hint: z.string(),
  /** The embedding origin it was created for; null for a key created by a user. */
  origin: z.string().nullable().default(null),
  created_at: dateTime,
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  /** Where its jobs run that do not say so themselves. */
  run_in: runIn.default('local'),
});

/** One file of a model; its bytes are stored in chunks. Whole if `complete`. */
export const modelFileRecord = z.object({
  model_id: z.string(),
  path: z.string(),
  /** Bytes; null until the host reported it. */
  size: z.int().min(0).nullable(),
  received: z.int().min(0),
  chunks: z.int().min(0),
  sha256: z.string().length(64).nullable(),
  etag: z.string().nullable(),
  revision: z.string().nullable(),
  complete: z.boolean(),
});

const most = z.int().min(1).nullable().default(null);

/** User-defined limits (specification §8); null means limited only by the device. */
export const limits = z.object({
  /** Seconds of a recording. */
  max_duration: z.number().positive().nullable().default(null),
  max_file_bytes: most,
  /** Waiting jobs of all keys. */
  max_queued_jobs: most,
  /** Concurrent jobs; null for one, which keeps a device busy. */
  max_running_jobs: most,
  /** Per key. */
  requests_per_minute: most,
});

export const settings = z.object({
  /** The app's own key in clear text, because the page must send it. */
  app_key: z.string().nullable().default(null),
  /** Model source: 'hub', or the base URL of a mirror. Same-origin /models/ is always checked first. Named as in stored rows. */
  model_host: z.string().default('hub'),
  /** Whether requests that would leave the app's origin are refused. */
  no_network: z.boolean().default(false),
  /** Manifest id chosen by the user for each requested model; null for the best installed one. */
  preferred_models: z.record(z.string(), z.string()).default({}),
  when_model_missing: z.enum(['wait', 'fail']).default('wait'),
  limits: limits.prefault({}),
  /** Signs the bodies of callbacks; in clear text, because signing needs it. */
  callback_secret: z.string().min(1).nullable().default(null),
  /** Whether a system notification announces finished jobs. */
  system_notifications: z.boolean().default(false),
  /** For code written for another service. */
  clients: clientSettings.prefault({}),
  /** The same for the requests of individual pages, by path. */
  page_clients: z.record(z.string(), clientSettings).default({}),
  /** The team's pool; null if none is set up. In clear text, because joining needs it. */
  pool: z
    .object({
      address: z.string(),
      pool: z.string(),
      credentials: z.string(),
      phrase: z.string(),
      /** This device in the pool, for the others. */
      name: z.string(),
      member_id: z.uuid(),
      /** Whether this device runs the others' jobs when it is idle. */
      serves: z.boolean(),
      /** Seconds between two renewals of a lease, the same for all members; 15 where it is not said. */
      beat_seconds: z.number().min(0.2).max(60).optional(),
    })
    .nullable()
    .default(null),
  /** Whether addresses of private networks may be reached; null for the default, which follows the app's own address. */
  private_addresses: z.boolean().nullable().default(null),
  /** How Chinese is written: a recording keeps one script. */
  chinese_script: chineseScript.default('simplified'),
  /** Languages that the person speaks, which detection favours; empty where nobody was asked: none is favoured. */
  spoken_languages: z.array(transcriptionLanguageCode).default([]),
  /** How files of programs that are not known otherwise are read. */
  import_mappings: ownMappings.default([]),
  /** The tools that agents in this browser may call. */
  agent_tools: z.array(z.string()).default([]),
});

/** Times of a key's last requests: milliseconds since 1970, oldest first. */
export const requestLog = z.object({ key_id: z.string(), times: z.array(z.number()) });

export type Waiting = z.infer<typeof waiting>;
export type JobRecord = z.infer<typeof jobRecord>;
export type AudioRecord = z.infer<typeof audioRecord>;
export type CheckpointRecord = z.infer<typeof checkpointRecord>;
export type RunIn = z.infer<typeof runIn>;
export type KeyRecord = z.infer<typeof keyRecord>;
export type ModelFileRecord = z.infer<typeof modelFileRecord>;
export type Limits = z.infer<typeof limits>;
export type PoolSettings = NonNullable<Settings['pool']>;
export type Settings = z.infer<typeof settings>;
