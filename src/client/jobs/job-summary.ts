import {
  type JobStage,
  type JobStatus,
  jobStage,
  type PreRecordedJob,
} from '../../contract/jobs/pre-recorded-job.ts';
import { REPEATS_MARK } from '../../contract/jobs/repeats-mark.ts';
import { type LibraryEntry, libraryEntry, NO_ENTRY } from '../../contract/transcripts/library-entry.ts';
import { failureParts } from '../../lib/errors/errors.ts';
import type { Message } from '../../lib/errors/msg.ts';
import { messageData } from '../../lib/errors/stored-failure.ts';
import { lastPathSegment } from '../../lib/files/last-path-segment.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import { regionalLocale } from '../../lib/regional-locale.ts';
import { z } from '../../lib/zod.ts';

/** Run information in `post_session_metadata`; every part is optional. */
const session = z.object({
  waiting: z
    .discriminatedUnion('reason', [
      z.object({
        reason: z.literal('model-missing'),
        model_id: z.string(),
        bytes: z.number().min(0),
        message: z.string(),
        texts: z.array(messageData).optional(),
      }),
      z.object({ reason: z.literal('storage'), message: z.string(), texts: z.array(messageData).optional() }),
    ])
    .nullable()
    .catch(null),
  draft: z
    .object({ model_id: z.string(), title: z.string(), bytes: z.number().min(0) })
    .nullable()
    .catch(null),
  paused: z.boolean().catch(false),
  queue_rank: z.number().catch(0),
  in_pool: z.boolean().catch(false),
  stage: jobStage.nullable().catch(null),
  builds_on: z.string().nullable().catch(null),
  progress: z.number().min(0).max(1).catch(0),
  seconds_left: z.number().min(0).nullable().catch(null),
  library: libraryEntry.catch(NO_ENTRY),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      remedy: z.string().optional(),
      texts: z.array(messageData).optional(),
    })
    .nullable()
    .catch(null),
});

/** Marks the jobs made by "Try the sample", in `custom_metadata`. */
export const SAMPLE_MARK = 'earshot_sample';

/** English, and the same as data. */
export interface Reason {
  message: string;
  texts?: readonly Message[] | undefined;
}

const NO_REASON = {
  code: 'internal',
  message: 'The recording could not be transcribed for an unknown reason.',
};

/** A job as shown in a list: without its transcript, which can be megabytes. */
export interface JobSummary {
  id: string;
  /** As a person called it, else the file's name or the source's URL. */
  name: string;
  fileName: string;
  /** What a person called it, its tags and its folder. */
  library: LibraryEntry;
  status: JobStatus;
  createdAt: Date;
  /** Seconds; null if not yet known. */
  duration: number | null;
  model: string;
  /** Detected languages, most frequent first; the requested ones until the job is done. */
  languages: string[];
  /** The languages that it was to be translated into. */
  translations: readonly string[];
  isSample: boolean;
  /** The job whose transcript this one's add-ons read; null for a recording's own job. */
  buildsOn: string | null;
  /** The job of whose recording this is another run; null for a recording's own job. */
  repeats: string | null;
  /** Stopped by a person. */
  paused: boolean;
  /** Place in the queue: lower first, the oldest first among equals. */
  queueRank: number;
  /** Another device of the pool may run it. */
  inPool: boolean;
  /** What the running job does; null if it does not run. */
  stage: JobStage | null;
  /** 0 to 1. */
  progress: number;
  secondsLeft: number | null;
  /** The running add-on and its progress, 0 to 1; available only from the channel. */
  activity: { addon: string; fraction: number } | null;
  /** The model the job waits for, with its download size in bytes. */
  waiting: ({ modelId: string; bytes: number } & Reason) | null;
  /** The model that would make fewer mistakes, with its download size in bytes, if the built-in one wrote the text. */
  draft: { modelId: string; title: string; bytes: number } | null;
  /** Why the job waits for room in storage; null if it does not. */
  outOfStorage: Reason | null;
  /** What happened and what to do about it; `code` is listed in docs/errors.md. */
  error: ({ code: string; status: number | null } & Reason & { remedy: string }) | null;
}

function nameOf({ file, request_params }: PreRecordedJob): string {
  const address = file?.source ?? request_params?.audio_url;
  if (file?.filename) return file.filename;
  if (!address) return 'Recording';
  return lastPathSegment(address) || new URL(address).hostname;
}

/** `live-2026-11-29-02.29.wav`, whose time is UTC, as people would call it in the language of the page and the region of the browser. */
export function liveName(fileName: string): string {
  const [, day, hours, minutes] = /^live-(\d{4}-\d\d-\d\d)-(\d\d)\.(\d\d)\.wav$/.exec(fileName) ?? [];
  const begun = new Date(`${day}T${hours}:${minutes}Z`);
  if (Number.isNaN(begun.getTime())) return fileName;
  const locale = regionalLocale(Reflect.get(globalThis, 'document')?.documentElement.lang || 'en');
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(begun);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(begun);
  return `Live, ${date}, ${time}`;
}

const repeatsOf = ({ custom_metadata }: PreRecordedJob): string | null => {
  const id = custom_metadata?.[REPEATS_MARK];
  return typeof id === 'string' ? id : null;
};

export function summariseJob(job: PreRecordedJob): JobSummary {
  const {
    waiting,
    draft,
    paused,
    queue_rank,
    in_pool,
    stage,
    builds_on,
    progress,
    seconds_left,
    error,
    library,
  } = session.parse(job.post_session_metadata);
  const fileName = liveName(plainName(nameOf(job)));
  return {
    id: job.id,
    name: library.name ?? fileName,
    fileName,
    library,
    status: job.status,
    createdAt: new Date(job.created_at),
    duration: job.result?.metadata.audio_duration ?? job.file?.audio_duration ?? null,
    model: job.request_params?.model ?? 'stt-1',
    languages: job.result?.transcription?.languages ?? job.request_params?.language_config.languages ?? [],
    translations:
      (job.request_params?.translation && job.request_params.translation_config?.target_languages) || [],
    isSample: job.custom_metadata?.[SAMPLE_MARK] === true,
    buildsOn: builds_on,
    repeats: repeatsOf(job),
    paused,
    queueRank: queue_rank,
    inPool: in_pool,
    stage: job.status === 'processing' ? stage : null,
    progress: job.status === 'done' ? 1 : progress,
    secondsLeft: seconds_left,
    activity: null,
    waiting:
      waiting?.reason === 'model-missing'
        ? { modelId: waiting.model_id, bytes: waiting.bytes, message: waiting.message, texts: waiting.texts }
        : null,
    draft: draft && { modelId: draft.model_id, title: draft.title, bytes: draft.bytes },
    outOfStorage: waiting?.reason === 'storage' ? { message: waiting.message, texts: waiting.texts } : null,
    error:
      job.status === 'error'
        ? {
            code: (error ?? NO_REASON).code,
            status: job.error_code,
            ...(error?.remedy === undefined
              ? failureParts(error ?? NO_REASON)
              : { ...error, remedy: error.remedy }),
          }
        : null,
  };
}

/** The summary with another name, other tags or another folder. */
export const withEntry = (summary: JobSummary, library: LibraryEntry = NO_ENTRY): JobSummary => ({
  ...summary,
  library,
  name: library.name ?? summary.fileName,
});
