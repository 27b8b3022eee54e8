import type { AddonsRequestInput } from '../../contract/addons/addons-request.ts';
import type { JobStatus } from '../../contract/jobs/pre-recorded-job.ts';
import type { PreRecordedRequestInput } from '../../contract/jobs/pre-recorded-request.ts';
import type { QueueRequest } from '../../contract/jobs/queue-request.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { ImportFormat } from '../../contract/transcripts/imported-transcript.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import type {
  CaptionLayout,
  FrameRate,
  Timestamps,
  TranscriptFormat,
} from '../../contract/transcripts/transcript-formats.ts';
import { inApp } from '../../lib/addresses/app-base.ts';
import { AppError, codeOfStatus, isAbort, isGone } from '../../lib/errors/errors.ts';
import { msg, textOf, verbatim } from '../../lib/errors/msg.ts';
import { isWebKit } from '../../lib/is-webkit.ts';
import type { z } from '../../lib/zod.ts';
import { ready } from '../app/ready.ts';
import { handOver } from './hand-over.ts';
import { retryRateLimited } from './retry-rate-limited.ts';
import { serviceKey } from './service-key.ts';

export interface CallOptions {
  /** Ends the call, which then fails with `cancelled`. */
  signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** Number of newest jobs to skip; defaults to 0. */
  offset?: number;
  /** Maximum number of jobs; defaults to 20. */
  limit?: number;
  /** Only jobs in one of these states. */
  status?: JobStatus[];
  /** Only jobs created on this day (UTC): a Date or ISO 8601 text, like the next two. */
  date?: Date | string;
  /** Only jobs created before this time. */
  before_date?: Date | string;
  /** Only jobs created at or after this time. */
  after_date?: Date | string;
  /** Only jobs with all these metadata entries. */
  custom_metadata?: Record<string, unknown>;
}

/** What an export is: an object, bytes or a text. */
export type TranscriptIn<Format extends TranscriptFormat> = Format extends 'json'
  ? CorrectedTranscript
  : Format extends 'docx'
    ? Blob
    : string;

/** Choices of an export: those of the query of `GET /v2/pre-recorded/{id}/transcript`. */
export interface ExportChoices {
  /** Whether speakers are called by the names that people gave them; false by default. */
  names?: boolean | undefined;
  /** Where texts have time stamps: nowhere, before paragraphs or before sentences. */
  timestamps?: Timestamps | undefined;
  /** Whether speakers are told apart; true also writes them into the rows of SRT and ASS. */
  speakers?: boolean | undefined;
  /** A language that the job was translated into, or several with commas between them, beside each other. */
  language?: string | undefined;
  /** Where captions in further languages stand; `stacked` by default. */
  layout?: CaptionLayout | undefined;
  /** What the recording is called; by default its file name. */
  title?: string | undefined;
  /** Address of the recording, for the player of an HTML page. */
  audio?: string | undefined;
  /** Frames per second of EDL and FCPXML; 25 by default. */
  frame_rate?: FrameRate | undefined;
  /** The template of the format `template`. */
  template?: string | undefined;
}

export interface TranscriptOptions extends CallOptions, ExportChoices {}

export interface ImportOptions extends CallOptions {
  /** The file's name; a File has one. */
  name?: string | undefined;
  /** By default the name and the content say it. */
  format?: ImportFormat | undefined;
  /** What is spoken, where the file does not say it. */
  language?: TranslationLanguageCode | undefined;
}

/** A request whose model may be left to the languages and the installed models. */
export type JobRequest = Omit<PreRecordedRequestInput, 'model'> & {
  model?: PreRecordedRequestInput['model'] | 'automatic';
};

interface CreateOptions extends CallOptions {
  /** Whether the job waits or fails if its model is not installed; defaults to the app's setting. */
  whenModelMissing?: 'wait' | 'fail' | undefined;
  /** What happens where another language is spoken than the detected one, without code switching; 'tell' by default. */
  otherLanguages?: 'tell' | 'switch' | undefined;
  /** A transcript of another program: the job is stored with it, or not at all. */
  transcript?: { file: File; language?: TranslationLanguageCode | undefined } | null | undefined;
}

interface ClientOptions {
  /** Resolves when requests can be made. */
  ready: () => Promise<void>;
  key: () => Promise<string>;
  fetch: typeof fetch;
}

const cancelled = (cause: unknown) => new AppError('cancelled', msg`The request was cancelled.`, { cause });

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

type Answers = typeof import('./answers.ts');

const readers = (): Promise<Answers> =>
  import('./answers.ts').catch((cause) => {
    throw new AppError(
      'internal',
      msg`This part of Earshot could not be loaded. Reload the page to try again.`,
      {
        cause,
      },
    );
  });

async function errorOf(response: Response): Promise<AppError> {
  const { errorBody } = await readers();
  // The body does not carry the code.
  const code = codeOfStatus(response.status);
  const body = errorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new AppError(code, msg`The service returned status ${response.status} without an explanation.`);
  }
  const details = body.data.validation_errors;
  const wait = response.headers.get('retry-after');
  return new AppError(
    code,
    details?.length ? verbatim(details.map(asSentence).join(' ')) : textOf(body.data),
    {
      details,
      ...(wait !== null && /^\d+$/.test(wait) && { retryAfter: Number(wait) }),
    },
  );
}

/** Settles like the promise, or rejects with `cancelled` as soon as the signal aborts; the work itself continues. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const stop = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const cancel = () => reject(cancelled(signal?.reason));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { signal: stop.signal });
  });
  return Promise.race([aborted, work]).finally(() => stop.abort());
}

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
  } = options;
  const query = new URLSearchParams({ offset: String(offset), limit: String(limit) });
  for (const one of status) query.append('status', one);
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
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Resolves when the service accepts requests. */
  async ready({ signal }: CallOptions = {}): Promise<void> {
    await unlessAborted(this.#options.ready(), signal);
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    await this.ready({ signal: init.signal ?? undefined });
    const headers = new Headers(init.headers);
    headers.set('x-service-key', await this.#options.key());
    const { fetch } = this.#options;
    let response: Response;
    try {
      response = await fetch(inApp(path), { ...init, headers });
    } catch (cause) {
      if (isAbort(cause) || init.signal?.aborted) throw cancelled(cause);
      throw new AppError('internal', msg`The service did not respond.`, {
        remedy: msg`Reload the page and try again.`,
        cause,
      });
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  async #json<Schema extends z.ZodType>(
    schemaOf: (answers: Answers) => Schema,
    path: string,
    init: RequestInit,
  ): Promise<z.infer<Schema>> {
    const [response, answers] = await Promise.all([this.#request(path, init), readers()]);
    const parsed = schemaOf(answers).safeParse(await response.json().catch(() => null));
    if (parsed.success) return parsed.data;
    if (init.signal?.aborted) throw cancelled(init.signal.reason);
    throw new AppError('internal', msg`The service returned an unknown response for ${path}.`, {
      remedy: msg`Reload the page: it may be older than the service.`,
      cause: parsed.error,
    });
  }

  /** Stores a recording (specification §4.1). */
  upload(file: File, { signal }: CallOptions = {}) {
    const form = new FormData();
    form.append('audio', file, file.name);
    return this.#json(({ uploadedFile }) => uploadedFile, '/v2/upload', {
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
    const creating = this.#json(({ createdJob }) => createdJob, '/v2/pre-recorded', {
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

  /** Creates a live session. */
  createLive(request: LiveRequest, { signal }: CallOptions = {}) {
    return this.#json(({ createdLiveSession }) => createdLiveSession, '/v2/live', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
  }

  /** Deletes a live session, its sound and its job. */
  async deleteLive(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#request(`/v2/live/${encodeURIComponent(id)}`, { method: 'DELETE', signal });
  }

  /** Reads a job (specification §4.3). */
  getJob(id: string, { signal }: CallOptions = {}) {
    return this.#json(({ preRecordedJob }) => preRecordedJob, `/v2/pre-recorded/${encodeURIComponent(id)}`, {
      signal,
    });
  }

  /** A job as it is stored, for one that this version of the app does not understand. */
  async getStoredJob(id: string, { signal }: CallOptions = {}): Promise<unknown> {
    return (await this.#request(`/v2/pre-recorded/${encodeURIComponent(id)}`, { signal })).json();
  }

  /**
   * Runs add-ons on a finished transcript, without recognising the recording again. The run is a job of its own; its
   * results also become part of the job's, unless the request has a transcription.
   */
  runAddons(id: string, request: AddonsRequestInput, { signal }: CallOptions = {}) {
    return this.#json(({ createdJob }) => createdJob, `/v2/pre-recorded/${encodeURIComponent(id)}/addons`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal,
    });
  }

  /**
   * Transcribes the recording of a draft again, once a model is installed. The run is a job of its own; its result takes the place of
   * the draft.
   */
  rerun(id: string, { signal }: CallOptions = {}) {
    return this.#json(({ createdJob }) => createdJob, `/v2/pre-recorded/${encodeURIComponent(id)}/rerun`, {
      method: 'POST',
      signal,
    });
  }

  /** The runs of add-ons on a job's transcript, newest first. */
  listAddonRuns(id: string, { signal }: CallOptions = {}) {
    return this.#json(({ addonRuns }) => addonRuns, `/v2/pre-recorded/${encodeURIComponent(id)}/addons`, {
      signal,
    });
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
  ): Promise<CorrectedTranscript | string | Blob> {
    if (format === 'json') {
      return this.#json(
        ({ correctedTranscript }) => correctedTranscript,
        transcriptPath(id, format, options),
        {
          signal: options.signal,
        },
      );
    }
    const file = await this.getTranscriptFile(id, format, options);
    return format === 'docx' ? file : file.text();
  }

  /** The same as a file, byte for byte. */
  async getTranscriptFile(
    id: string,
    format: TranscriptFormat,
    options: TranscriptOptions = {},
  ): Promise<Blob> {
    const response = await this.#request(transcriptPath(id, format, options), { signal: options.signal });
    return response.blob();
  }

  /** Imports a transcript of another program beside the recording, in place of the corrected one. */
  importTranscript(id: string, file: Blob, { signal, ...choices }: ImportOptions = {}) {
    const query = new URLSearchParams(
      given({ name: file instanceof File ? file.name : undefined, ...choices }),
    );
    return this.#json(
      ({ correctedTranscript }) => correctedTranscript,
      `/v2/pre-recorded/${encodeURIComponent(id)}/transcript?${query}`,
      // A type of the browser's guess would go before the name.
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file, signal },
    );
  }

  /** Pauses a job, lets it go on, or runs it next. */
  changeQueue(id: string, request: QueueRequest, { signal }: CallOptions = {}) {
    return this.#json(
      ({ preRecordedJob }) => preRecordedJob,
      `/v2/pre-recorded/${encodeURIComponent(id)}/queue`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal,
      },
    );
  }

  /** The text of a running job, from a window on. */
  getPartial(id: string, from = 0, { signal }: CallOptions = {}) {
    const path = `/v2/pre-recorded/${encodeURIComponent(id)}/partial?from=${from}`;
    return this.#json(({ partialTranscript }) => partialTranscript, path, { signal });
  }

  /** One page of jobs, newest first; `next` is null on the last one. */
  listJobs({ signal, ...options }: ListOptions = {}) {
    return this.#json(({ jobPage }) => jobPage, `/v2/pre-recorded?${queryOf(options)}`, { signal });
  }

  /** Deletes a job and its audio; cancels it if it is running. */
  async deleteJob(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#request(`/v2/pre-recorded/${encodeURIComponent(id)}`, { method: 'DELETE', signal });
  }

  /** The recording's bytes as stored. */
  async getJobAudio(id: string, { signal }: CallOptions = {}): Promise<Blob> {
    const path = `/v2/pre-recorded/${encodeURIComponent(id)}/file`;
    return (await this.#request(path, { signal })).blob();
  }
}

/** The form that creates a job with a transcript. */
function formOf(request: JobRequest, { file, language }: NonNullable<CreateOptions['transcript']>): FormData {
  const form = new FormData();
  form.append('request', JSON.stringify(request));
  form.append('transcript', file, file.name);
  if (language) form.append('language', language);
  return form;
}

/** Address of an export; the service knows the defaults. */
function transcriptPath(
  id: string,
  format: TranscriptFormat,
  { signal: _, ...choices }: TranscriptOptions,
): string {
  const query = new URLSearchParams(given({ format, ...choices }));
  return `/v2/pre-recorded/${encodeURIComponent(id)}/transcript?${query}`;
}

/** The fields of a query that have a value. */
const given = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

/** This page's client: its own service worker and its own key. */
export const apiClient = new ApiClient({
  ready,
  key: serviceKey,
  fetch: (...request) => (isWebKit() ? handOver(...request) : globalThis.fetch(...request)),
});
