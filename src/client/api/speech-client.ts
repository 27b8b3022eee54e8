import type { AddonsRequestInput } from '../../contract/addons/addons-request.ts';
import type { JobStatus, PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { UploadedFile } from '../../contract/jobs/uploaded-file.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import type { TranscriptJson } from '../../contract/transcripts/transcript-json.ts';
import { AppError, isGone } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { applyProgress } from '../jobs/apply-progress.ts';
import type { FinishedJob, JobUpdate } from '../jobs/job-update.ts';
import { watchJob } from '../jobs/watch-jobs.ts';
import type { LiveText, LiveTextOptions } from '../live/live.ts';
import type { ApiClient } from './api-client.ts';
import type {
  CallOptions,
  ImportOptions,
  JobRequest,
  ListOptions,
  TranscriptIn,
  TranscriptOptions,
} from './call-options.ts';
import { retryRateLimited } from './retry-rate-limited.ts';

export interface UploadOptions extends CallOptions {
  /** For a Blob that is not a File. */
  filename?: string;
}

export interface TranscribeOptions extends UploadOptions {
  /** Called whenever the job's state changes. */
  onUpdate?: (update: JobUpdate) => void;
  /** Whether the job waits or fails if its model is not installed; defaults to the app's setting. */
  whenModelMissing?: 'wait' | 'fail';
}

/** All job options except the audio (specification §2.4). */
export type TranscribeRequest = Omit<JobRequest, 'audio_url'>;

/**
 * Speech to text for page scripts. Every failure is an error with a `code` and a readable message (docs/errors.md);
 * an aborted call fails with `cancelled`.
 */
export interface SpeechClient {
  /** Resolves when the service accepts requests. The other calls wait for it themselves. */
  ready(options?: CallOptions): Promise<void>;
  /** Stores a recording and returns the `audio_url` for a job. */
  upload(audio: Blob, options?: UploadOptions): Promise<UploadedFile>;
  /**
   * From a recording or URL to the finished job. Rejects if the job fails. Aborting deletes the job, whatever its
   * state.
   */
  transcribe(
    audio: Blob | string,
    request?: TranscribeRequest,
    options?: TranscribeOptions,
  ): Promise<FinishedJob>;
  /**
   * Runs add-ons on the transcript of a job that is done, without recognising its recording again. Resolves with the
   * finished run. Its results also become part of the job's, unless the request has a `transcription`, such as a
   * corrected one.
   */
  runAddons(
    id: string,
    request: AddonsRequestInput,
    options?: Pick<TranscribeOptions, 'signal' | 'onUpdate'>,
  ): Promise<FinishedJob>;
  /**
   * Yields the state of a job now and on every change, until it is done or failed. Does not poll, and waits out the
   * rate limit.
   */
  watch(id: string, options?: CallOptions): AsyncIterableIterator<JobUpdate>;
  /** Reads a job. */
  get(id: string, options?: CallOptions): Promise<PreRecordedJob>;
  /**
   * The transcript as people corrected it in the app, or the machine's as long as nobody did: an object for the
   * format `json`, a Blob for `docx`, and the text of a file for the others.
   */
  transcript<Format extends TranscriptFormat = 'json'>(
    id: string,
    options?: TranscriptOptions & { format?: Format | undefined },
  ): Promise<TranscriptIn<Format>>;
  /**
   * Imports SubRip, WebVTT, plain text or JSON of Whisper, WhisperX or this API, in place of the corrected transcript.
   * Resolves with it as it is now.
   */
  importTranscript(id: string, file: Blob | string, options?: ImportOptions): Promise<TranscriptJson>;
  /**
   * Transcribes a microphone, or what a tab or the computer plays, while it is recorded; call it at a click. Each second is stored before it
   * is recognised, and the session becomes a job.
   */
  live(options: LiveTextOptions): Promise<LiveText>;
  /** A page of the key's jobs, newest first. */
  list(options?: ListOptions): Promise<{ jobs: PreRecordedJob[]; more: boolean }>;
  /**
   * Cancels and deletes a queued or running job. Leaves a finished job as it is and ignores one that no longer
   * exists.
   */
  cancel(id: string, options?: CallOptions): Promise<void>;
  /** Deletes a job, its transcript and its audio. */
  remove(id: string, options?: CallOptions): Promise<void>;
}

/** Loaded with the schemas of `post_session_metadata`. */
const updates = () => import('../jobs/job-update.ts');

const hasEnded = (status: JobStatus) => status === 'done' || status === 'error';

/** The typed client for the /v2 API. Its functions do not use `this`. */
export function speechClient(api: ApiClient): SpeechClient {
  const upload: SpeechClient['upload'] = (audio, { filename, signal } = {}) => {
    const name = filename ?? (audio instanceof File ? audio.name : 'audio');
    return api.upload(new File([audio], name, { type: audio.type }), { signal });
  };

  async function* watch(
    id: string,
    { signal }: CallOptions = {},
  ): AsyncGenerator<JobUpdate, void, undefined> {
    const over = new AbortController();
    /** Last known state; null while it must be read. */
    let job: PreRecordedJob | null = null;
    let moved = true;
    let wake: () => void = () => undefined;
    const ring = (next: PreRecordedJob | null) => {
      job = next;
      moved = true;
      wake();
    };
    signal?.addEventListener('abort', () => ring(null), { signal: over.signal });
    watchJob(
      id,
      (news) => {
        const isAside =
          news.type === 'addon-progress' || news.type === 'addon-output' || news.type === 'job-window';
        if (!isAside) ring(job && applyProgress(job, news));
      },
      over.signal,
    );
    let known = false;
    try {
      for (;;) {
        if (!moved) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        moved = false;
        const latest: PreRecordedJob =
          job ??
          (await retryRateLimited(() => api.getJob(id, { signal }), signal).catch((error: unknown) => {
            throw known ? whenGone(error) : error;
          }));
        known = true;
        // News that arrived meanwhile may be newer than the response.
        if (!moved) job = latest;
        yield (await updates()).toUpdate(latest);
        if (hasEnded(latest.status)) return;
      }
    } finally {
      over.abort();
    }
  }

  const finish = async (
    id: string,
    { signal, onUpdate }: TranscribeOptions,
    { failureOf, isFinished }: Awaited<ReturnType<typeof updates>>,
  ): Promise<FinishedJob> => {
    for await (const update of watch(id, { signal })) {
      onUpdate?.(update);
      if (isFinished(update.job)) return update.job;
      if (update.status === 'error') throw failureOf(update.job);
    }
    throw new AppError('internal', msg`The job ended without a result.`, { remedy: msg`Create it again.` });
  };

  return {
    ready: (options) => api.ready(options),
    upload,
    watch,
    async transcribe(audio, request = {}, options = {}) {
      const { signal, whenModelMissing } = options;
      // Before there is a job: its first state counts, too.
      const reading = updates();
      const audio_url = typeof audio === 'string' ? audio : (await upload(audio, options)).audio_url;
      const read = await reading;
      const { id } = await api.createJob({ ...request, audio_url }, { signal, whenModelMissing });
      try {
        return await finish(id, options, read);
      } catch (error) {
        if (signal?.aborted) void api.discardJob(id);
        throw error;
      }
    },
    async runAddons(id, request, options = {}) {
      const read = await updates();
      const run = await api.runAddons(id, request, options);
      try {
        return await finish(run.id, options, read);
      } catch (error) {
        if (options.signal?.aborted) void api.discardJob(run.id);
        throw error;
      }
    },
    get: (id, options) => api.getJob(id, options),
    transcript: (id, { format, ...options } = {}) => api.getTranscript(id, format, options),
    importTranscript: (id, file, options) =>
      api.importTranscript(id, typeof file === 'string' ? new Blob([file]) : file, options),
    async list(options) {
      const { items, next } = await api.listJobs(options);
      return { jobs: items, more: next !== null };
    },
    live: async (options) => (await import('../live/live.ts')).live(options, api),
    async cancel(id, options) {
      const job = await api.getJob(id, options).catch(ignoreGone);
      if (job && !hasEnded(job.status)) await api.deleteJob(id, options).catch(ignoreGone);
    },
    remove: (id, options) => api.deleteJob(id, options),
  };
}

function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

const whenGone = (error: unknown) =>
  isGone(error)
    ? new AppError('cancelled', msg`The job was deleted before it finished.`, { cause: error })
    : error;
