import type { AddonsRequestInput } from '../../contract/addons/addons-request.ts';
import type { QueueRequest } from '../../contract/jobs/queue-request.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import type { TranscriptJson } from '../../contract/transcripts/transcript-json.ts';
import { isGone } from '../../lib/errors/errors.ts';
import { isWebKit } from '../../lib/is-webkit.ts';
import { ready } from '../app/ready.ts';
import { ApiRequests, type ClientOptions, unlessAborted } from './api-requests.ts';
import type {
  CallOptions,
  CreateOptions,
  ImportOptions,
  JobRequest,
  ListOptions,
  TranscriptIn,
  TranscriptOptions,
} from './call-options.ts';
import { handOver } from './hand-over.ts';
import { retryRateLimited } from './retry-rate-limited.ts';
import { serviceKey } from './service-key.ts';

/** List filters as query parameters (contract/jobs/job-list-query.ts). */
function queryOf(options: Omit<ListOptions, 'signal'>): URLSearchParams {
  const {
    offset = 0,
    limit = 20,
    status = [],
    date,
    before_date,
    after_date,
    custom_metadata = {},
    utterances = true,
  } = options;
  const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
  for (const one of status) query.append('status', one);
  if (!utterances) query.append('utterances', 'false');
  for (const [name, moment] of Object.entries({ date, before_date, after_date })) {
    if (moment !== undefined) query.append(name, typeof moment === 'string' ? moment : moment.toISOString());
  }
  if (Object.keys(custom_metadata).length > 0)
    query.append('custom_metadata', JSON.stringify(custom_metadata));
  return query;
}

/**
 * The /v2 API as typed calls. Responses are parsed by the contract. Every failure is an AppError with the status and
 * message from the response body (specification §7); an abort is `cancelled`.
 */
export class ApiClient {
  readonly #requests: ApiRequests;

  constructor(options: ClientOptions) {
    this.#requests = new ApiRequests(options);
  }

  /** Resolves when the service accepts requests. */
  ready(options?: CallOptions): Promise<void> {
    return this.#requests.ready(options);
  }

  /** Stores a recording (specification §4.1). */
  upload(file: File, { signal }: CallOptions = {}) {
    const form = new FormData();
    form.append('audio', file, file.name);
    return this.#requests.json(({ uploadedFile }) => uploadedFile, '/v2/upload', {
      method: 'POST',
      body: form,
      signal,
    });
  }

  /** Creates a job (specification §4.2). Aborting it leaves no job behind. */
  async createJob(
    request: JobRequest,
    { signal, whenModelMissing, otherLanguages, transcript }: CreateOptions = {},
  ) {
    await this.ready({ signal });
    // Sent without the signal: the service may complete an aborted request anyway, and only the response identifies
    // the job.
    const creating = this.#requests.json(({ createdJob }) => createdJob, '/v2/pre-recorded', {
      method: 'POST',
      headers: {
        ...(!transcript && { 'content-type': 'application/json' }),
        ...(whenModelMissing && { 'x-earshot-when-model-missing': whenModelMissing }),
        ...(otherLanguages && { 'x-earshot-other-languages': otherLanguages }),
      },
      body: transcript ? formOf(request, transcript) : JSON.stringify(request),
    });
    return unlessAborted(creating, signal).catch((error: unknown) => {
      if (signal?.aborted) {
        creating.then(
          ({ id }) => this.discardJob(id),
          () => undefined,
        );
      }
      throw error;
    });
  }

  /** Deletes an abandoned job as soon as the rate limit allows; a job that no longer exists is fine. */
  async discardJob(id: string): Promise<void> {
    try {
      await retryRateLimited(() => this.deleteJob(id));
    } catch (error) {
      if (!isGone(error)) console.error(error);
    }
  }

  createLive(request: LiveRequest, { signal }: CallOptions = {}) {
    return this.#requests.post(({ createdLiveSession }) => createdLiveSession, '/v2/live', request, signal);
  }

  /** Deletes a live session, its sound and its job. */
  async deleteLive(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#requests.send(`/v2/live/${encodeURIComponent(id)}`, { method: 'DELETE', signal });
  }

  /** Reads a job (specification §4.3). */
  getJob(id: string, { signal, utterances = true }: CallOptions & { utterances?: boolean } = {}) {
    const path = jobPath(id, utterances ? '' : '?utterances=false');
    return this.#requests.json(({ preRecordedJob }) => preRecordedJob, path, { signal });
  }

  /** A job as it is stored, for one that this version of the app does not understand. */
  async getStoredJob(id: string, { signal }: CallOptions = {}): Promise<unknown> {
    return (await this.#requests.send(jobPath(id), { signal })).json();
  }

  /**
   * Runs add-ons on a finished transcript, without recognising the recording again. The run is a job of its own; its
   * results also become part of the job's, unless the request has a transcription.
   */
  runAddons(id: string, request: AddonsRequestInput, { signal }: CallOptions = {}) {
    return this.#requests.post(({ createdJob }) => createdJob, jobPath(id, '/addons'), request, signal);
  }

  /** Transcribes a draft again, once a model is installed: a job of its own, whose result takes the place of the draft. */
  rerun(id: string, { signal }: CallOptions = {}) {
    return this.#requests.json(({ createdJob }) => createdJob, jobPath(id, '/rerun'), {
      method: 'POST',
      signal,
    });
  }

  /** The runs of add-ons on a job's transcript, newest first. */
  listAddonRuns(id: string, { signal }: CallOptions = {}) {
    return this.#requests.json(({ addonRuns }) => addonRuns, jobPath(id, '/addons'), { signal });
  }

  /** The transcript as people corrected it: an object, the text of a file, or a Blob for the format `docx`. */
  getTranscript<Format extends TranscriptFormat = 'json'>(
    id: string,
    format?: Format,
    options?: TranscriptOptions,
  ): Promise<TranscriptIn<Format>>;
  async getTranscript(
    id: string,
    format: TranscriptFormat = 'json',
    options: TranscriptOptions = {},
  ): Promise<TranscriptJson | string | Blob> {
    if (format === 'json') {
      const { signal } = options;
      return this.#requests.json(({ transcriptJson }) => transcriptJson, exportPath(id, format, options), {
        signal,
      });
    }
    const file = await this.getTranscriptFile(id, format, options);
    return format === 'docx' ? file : file.text();
  }

  /** The same as a file, byte for byte. */
  getTranscriptFile(id: string, format: TranscriptFormat, options: TranscriptOptions = {}): Promise<Blob> {
    return this.#blob(exportPath(id, format, options), options);
  }

  /** Imports a transcript of another program beside the recording, in place of the corrected one. */
  importTranscript(id: string, file: Blob, { signal, ...choices }: ImportOptions = {}) {
    const query = new URLSearchParams(
      given({ name: file instanceof File ? file.name : undefined, ...choices }),
    );
    return this.#requests.json(
      ({ transcriptJson }) => transcriptJson,
      jobPath(id, `/transcript?${query}`),
      // A type of the browser's guess would go before the name.
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file, signal },
    );
  }

  /** Pauses a job, lets it go on, or runs it next. */
  changeQueue(id: string, request: QueueRequest, { signal }: CallOptions = {}) {
    return this.#requests.post(
      ({ preRecordedJob }) => preRecordedJob,
      jobPath(id, '/queue'),
      request,
      signal,
    );
  }

  /** The text of a running job, from a window on. */
  getPartial(id: string, from = 0, { signal }: CallOptions = {}) {
    const path = jobPath(id, `/partial?from=${from}`);
    return this.#requests.json(({ partialTranscript }) => partialTranscript, path, { signal });
  }

  /** One page of jobs, newest first; `next` is null on the last one. */
  listJobs({ signal, ...options }: ListOptions = {}) {
    return this.#requests.json(({ jobPage }) => jobPage, `/v2/pre-recorded?${queryOf(options)}`, { signal });
  }

  /** Deletes a job and its audio; cancels it if it is running. */
  async deleteJob(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#requests.send(jobPath(id), { method: 'DELETE', signal });
  }

  /** The recording's bytes as stored. */
  getJobAudio(id: string, options: CallOptions = {}): Promise<Blob> {
    return this.#blob(jobPath(id, '/file'), options);
  }

  async #blob(path: string, { signal }: CallOptions): Promise<Blob> {
    return (await this.#requests.send(path, { signal })).blob();
  }
}

function formOf(request: JobRequest, { file, language }: NonNullable<CreateOptions['transcript']>): FormData {
  const form = new FormData();
  form.append('request', JSON.stringify(request));
  form.append('transcript', file, file.name);
  if (language) form.append('language', language);
  return form;
}

const jobPath = (id: string, part = ''): string => `/v2/pre-recorded/${encodeURIComponent(id)}${part}`;

/** Address of an export; the service has the defaults. */
const exportPath = (
  id: string,
  format: TranscriptFormat,
  { signal: _, ...choices }: TranscriptOptions,
): string => jobPath(id, `/transcript?${new URLSearchParams(given({ format, ...choices }))}`);

/** The fields of a query that have a value. */
const given = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

/** This page's client: its own service worker and its own key. */
export const apiClient = new ApiClient({
  ready,
  key: serviceKey,
  fetch: (...request) => (isWebKit() ? handOver(...request) : globalThis.fetch(...request)),
});
