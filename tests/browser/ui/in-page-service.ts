import { ApiClient } from '../../../src/client/api/api-client.ts';
import { summariseJob } from '../../../src/client/jobs/job-summary.ts';
import type { LibraryClient } from '../../../src/client/library/library-client.ts';
import { findPassages } from '../../../src/client/library/library-passages.ts';
import { isInstalled, type ListedModel, type ListedSet } from '../../../src/client/models/listed-model.ts';
import type { ModelsClient } from '../../../src/client/models/model-library.ts';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { announce } from '../../../src/contract/realms/channel.ts';
import { changeEntry, libraryEntry, NO_ENTRY } from '../../../src/contract/transcripts/library-entry.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { msg } from '../../../src/lib/errors/msg.ts';
import { listedModel } from '../../fakes/listed-model.ts';

const ORIGIN = location.origin;

const params = preRecordedRequest.parse({ audio_url: `${ORIGIN}/v2/upload/0` });

/** What an add-on gave. */
export const envelope = (results: unknown) => ({
  ...{ success: true, is_empty: false, exec_time: 1, error: null },
  results,
});

/** A job as returned by the service; queued by default. */
export function makeJob(change: Partial<PreRecordedJob> = {}, filename = 'interview.mp3'): PreRecordedJob {
  const id = crypto.randomUUID();
  return {
    id,
    request_id: `G-${id.slice(0, 8)}`,
    version: 2,
    status: 'queued',
    created_at: new Date().toISOString(),
    completed_at: null,
    custom_metadata: null,
    error_code: null,
    post_session_metadata: { model: 'stt-1', waiting: null, progress: 0, seconds_left: null },
    kind: 'pre-recorded',
    file: { id: '0', filename, source: null, audio_duration: 60, number_of_channels: 1 },
    request_params: params,
    result: null,
    ...change,
  };
}

/**
 * Utterances of ten words each: word n lasts from n × 0.4 s to n × 0.4 + 0.3 s; every tenth is doubtful, its
 * neighbour uncertain.
 */
export function makeUtterances(wordCount: number): Utterance[] {
  const words = Array.from({ length: wordCount }, (_, number) => ({
    word: `${number === 0 ? '' : ' '}word${number}`,
    start: number * 0.4,
    end: number * 0.4 + 0.3,
    confidence: [0.3, 0.6][number % 10] ?? 0.95,
  }));
  return Array.from({ length: Math.ceil(wordCount / 10) }, (_, index) => {
    const own = words.slice(index * 10, index * 10 + 10);
    return {
      start: own[0]?.start ?? 0,
      end: own.at(-1)?.end ?? 0,
      confidence: 0.87,
      channel: 0,
      language: 'en' as const,
      words: own,
      text: own.map(({ word }) => word.trim()).join(' '),
    };
  });
}

export function makeDone(utterances: Utterance[], filename = 'lecture.mp3'): PreRecordedJob {
  const duration = (utterances.at(-1)?.end ?? 0) + 1;
  return makeJob(
    {
      status: 'done',
      completed_at: new Date().toISOString(),
      result: {
        metadata: {
          audio_duration: duration,
          number_of_distinct_channels: 1,
          billing_time: duration,
          transcription_time: 2,
        },
        transcription: {
          full_transcript: utterances.map(({ text }) => text).join(' '),
          languages: ['en'],
          utterances,
        },
      },
    },
    filename,
  );
}

/** A quiet tone, 8 kHz, 16-bit mono. */
export function makeWav(seconds: number): Blob {
  const rate = 8000;
  const samples = Int16Array.from({ length: seconds * rate }, (_, n) => Math.round(Math.sin(n / 4) * 900));
  const header = new DataView(new ArrayBuffer(44));
  const text = (offset: number, value: string) => {
    for (const [index, letter] of [...value].entries()) header.setUint8(offset + index, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  header.setUint32(4, 36 + samples.byteLength, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, samples.byteLength, true);
  return new Blob([header, samples], { type: 'audio/wav' });
}

/** Serves /v2 from memory, for page states that the real service reaches only with models and after minutes. */
export class InPageService {
  jobs: PreRecordedJob[] = [];
  /** Finished runs of add-ons on any transcript. */
  addonRuns: PreRecordedJob[] = [];
  /** The text so far of any running job, one utterance in each window. */
  partial: { start: number; text: string; words?: Utterance['words'] }[] = [];
  audio: Blob = makeWav(8);
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[] = [];
  readonly bodies: unknown[] = [];
  /** Responds to the next uploads with this instead. */
  refuseUpload: { status: number; message: string } | null = null;

  readonly client = new ApiClient({
    ready: async () => undefined,
    key: async () => 'ek_test',
    fetch: (input, init) => this.#answer(new Request(new URL(String(input), ORIGIN), init)),
  });

  /** Changes a job and notifies the page, as the host does. */
  change(id: string, change: Partial<PreRecordedJob>): void {
    this.jobs = this.jobs.map((job) => (job.id === id ? { ...job, ...change } : job));
    const { status = 'processing', post_session_metadata } = change;
    announce({
      type: 'job-changed',
      id,
      status,
      progress: Number(post_session_metadata?.progress ?? 0),
      secondsLeft: null,
    });
  }

  add(job: PreRecordedJob): void {
    this.jobs = [job, ...this.jobs];
    announce({ type: 'job-queued', id: job.id });
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    this.requests.push(`${request.method} ${url.pathname}`);
    const [, , collection, id, part] = url.pathname.split('/');
    if (collection === 'upload') return this.#upload(request);
    if (part === 'queue') {
      this.bodies.push(await request.json());
      return Response.json(this.jobs.find((one) => one.id === id));
    }
    if (part === 'partial') return this.#partial(Number(url.searchParams.get('from')));
    if (part === 'rerun') return this.#rerun(id ?? '');
    if (part === 'addons' && request.method === 'GET') return Response.json({ items: this.addonRuns });
    if (part === 'addons') return this.#runAddons(id ?? '', await request.json());
    if (request.method === 'POST') return this.#create(await request.json());
    if (!id) return this.#list(url.searchParams);
    const job = this.jobs.find((one) => one.id === id);
    if (!job) return refusal(url.pathname, 404, 'There is no such job.');
    if (part === 'file') return new Response(this.audio);
    if (request.method !== 'DELETE') return Response.json(job);
    this.jobs = this.jobs.filter((one) => one !== job);
    announce({ type: 'job-deleted', id });
    return Response.json({}, { status: 202 });
  }

  async #upload(request: Request): Promise<Response> {
    const refused = this.refuseUpload;
    if (refused) return refusal('/v2/upload', refused.status, refused.message);
    const part = (await request.formData()).get('audio');
    if (!(part instanceof File)) return refusal('/v2/upload', 400, 'There is no part named audio.');
    return Response.json({
      audio_url: `${ORIGIN}/v2/upload/${encodeURIComponent(part.name)}`,
      audio_metadata: {
        id: '0',
        filename: part.name,
        extension: part.name.split('.').at(-1) ?? '',
        size: part.size,
        audio_duration: 1,
        number_of_channels: 1,
      },
    });
  }

  #create(body: unknown): Response {
    this.bodies.push(body);
    const { model, ...rest } = Object(body);
    const known = model === 'automatic' ? rest : { ...rest, model };
    const request_params = preRecordedRequest.parse(known);
    const filename = decodeURIComponent(request_params.audio_url.split('/').at(-1) ?? '');
    const job = makeJob({ request_params, custom_metadata: request_params.custom_metadata }, filename);
    this.add(job);
    return Response.json({ id: job.id, result_url: `${ORIGIN}/v2/pre-recorded/${job.id}` });
  }

  /** Reports to the page that a window was recognised. */
  tellWindow(id: string, window: number): void {
    announce({ type: 'job-window', id, window });
  }

  tellText(id: string, window: number, start: number, text: string): void {
    announce({ type: 'job-text', id, window, channel: 0, start, text });
  }

  #partial(from: number): Response {
    const utterances = this.partial.slice(from).map(({ start, text, words = [] }) => ({
      start,
      end: words.at(-1)?.end ?? start + 1,
      confidence: 1,
      channel: 0,
      language: 'en',
      words,
      text,
    }));
    return Response.json({ available: true, windows: this.partial.length, utterances, languages: [] });
  }

  /** A run of add-ons remains queued. */
  #runAddons(base: string, body: unknown): Response {
    this.bodies.push(body);
    const job = makeJob({ post_session_metadata: { model: 'stt-1', builds_on: base } });
    this.jobs = [job, ...this.jobs];
    return Response.json({ id: job.id, result_url: `${ORIGIN}/v2/pre-recorded/${job.id}` });
  }

  /** A run that replaces a draft remains queued. */
  #rerun(base: string): Response {
    const job = makeJob({ post_session_metadata: { model: 'stt-1', builds_on: base } });
    this.jobs = [...this.jobs, job];
    return Response.json({ id: job.id, result_url: `${ORIGIN}/v2/pre-recorded/${job.id}` });
  }

  #list(query: URLSearchParams): Response {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    const statuses = query.getAll('status');
    const labels = Object.entries(JSON.parse(query.get('custom_metadata') ?? '{}'));
    const jobs = this.jobs.filter(
      ({ status, custom_metadata }) =>
        (statuses.length === 0 || statuses.includes(status)) &&
        labels.every(([key, value]) => custom_metadata?.[key] === value),
    );
    const items = jobs.slice(offset, offset + limit);
    const page = `${ORIGIN}/v2/pre-recorded?offset=${offset + limit}&limit=${limit}`;
    return Response.json({
      first: page,
      current: page,
      next: offset + limit < jobs.length ? page : null,
      items,
    });
  }
}

function refusal(path: string, statusCode: number, message: string): Response {
  const timestamp = new Date().toISOString();
  return Response.json(
    { timestamp, path, request_id: 'G-00000000', statusCode, message },
    { status: statusCode },
  );
}

/** The library over the same jobs. */
export class InPageLibrary implements LibraryClient {
  readonly #service: InPageService;
  #hidden: PreRecordedJob[] = [];
  readonly #hiddenAt = new Map<string, string>();

  constructor(service: InPageService) {
    this.#service = service;
  }

  /** Deleted, and not yet for good. */
  get hidden(): PreRecordedJob[] {
    const gone = new Set(this.#service.requests);
    return this.#hidden.filter(({ id }) => !gone.has(`DELETE /v2/pre-recorded/${id}`));
  }

  #entryOf = (id: string) =>
    libraryEntry
      .catch(NO_ENTRY)
      .parse(this.#service.jobs.find((job) => job.id === id)?.post_session_metadata.library);

  change: LibraryClient['change'] = async (ids, change) => {
    this.#service.jobs = this.#service.jobs.map((job) =>
      ids.includes(job.id)
        ? {
            ...job,
            post_session_metadata: {
              ...job.post_session_metadata,
              library: changeEntry(this.#entryOf(job.id), change),
            },
          }
        : job,
    );
    announce({ type: 'library-changed', ids });
  };

  entries: LibraryClient['entries'] = async (ids) => new Map(ids.map((id) => [id, this.#entryOf(id)]));

  hide: LibraryClient['hide'] = async (ids) => {
    const at = `${new Date().toISOString()} ${crypto.randomUUID()}`;
    this.#hidden = [...this.hidden, ...this.#service.jobs.filter(({ id }) => ids.includes(id))];
    this.#service.jobs = this.#service.jobs.filter(({ id }) => !ids.includes(id));
    for (const id of ids) {
      this.#hiddenAt.set(id, at);
      announce({ type: 'job-deleted', id });
    }
    return at;
  };

  restore: LibraryClient['restore'] = async (ids) => {
    const back = this.hidden.filter(({ id }) => ids.includes(id));
    this.#hidden = this.hidden.filter(({ id }) => !ids.includes(id));
    for (const job of back) {
      this.#service.add(job);
      announce({ type: 'job-changed', id: job.id, status: job.status, progress: 0, secondsLeft: null });
    }
  };

  listHidden: LibraryClient['listHidden'] = async () =>
    this.hidden.map((job) => ({ ...summariseJob(job), at: this.#hiddenAt.get(job.id) ?? '' }));

  list: LibraryClient['list'] = async () =>
    this.#service.jobs.map((job) => ({ summary: summariseJob(job), speakers: [], isRead: true }));

  readTexts = async () => undefined;
  prepare = async () => undefined;

  search: LibraryClient['search'] = async (text) =>
    this.#service.jobs
      .filter(({ result }) => result?.transcription?.full_transcript.includes(text))
      .map(({ id }) => ({ id, score: 1 }));

  /** What is found by meaning; null as without a model. */
  meantHits: Awaited<ReturnType<LibraryClient['meant']>> = null;
  meant: LibraryClient['meant'] = async () => this.meantHits;
  /** What is answered; nothing as where nothing says it. */
  asked: Awaited<ReturnType<LibraryClient['ask']>> = { nearest: [], passages: [] };
  ask: LibraryClient['ask'] = async () => this.asked;
  readable: LibraryClient['readable'] = async () => makeUtterances(10);
  ground: LibraryClient['ground'] = async (text, places) =>
    text === '' ? [] : [{ text, places: places.slice(0, 1) }];

  likeness: LibraryClient['likeness'] = async () => null;

  passages: LibraryClient['passages'] = async (id, text, most) => {
    const job = this.#service.jobs.find((one) => one.id === id);
    const passages = (job?.result?.transcription?.utterances ?? []).map(({ start, text }) => ({
      kind: 'text' as const,
      start,
      speaker: null,
      text,
    }));
    return findPassages(passages, [], (word) => (word === text ? [text] : []), most);
  };
}

/** Models in states that take gigabytes or other machines to reach. */
export class InPageModels implements ModelsClient {
  models: ListedModel[] = [];
  madeSets: ListedSet[] = [];
  /** Finishes the running download. */
  finish: (() => void) | null = null;
  failWith: Error | null = null;

  static readonly model = listedModel;

  list = async () => this.models;
  sets = async () => this.madeSets;
  plan: ModelsClient['plan'] = async () => ({
    titles: this.models
      .flatMap((one) => (one.purpose === 'transcribe' && isInstalled(one) ? one.title : []))
      .slice(0, 1),
    bytes: 0,
  });

  download: ModelsClient['download'] = (_id, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      if (this.failWith) {
        reject(this.failWith);
        return;
      }
      onProgress(38_500_000, 77_000_000);
      this.finish = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  remove = async () => undefined;
  import = async () => msg`${'Whisper base'} is ready.`;
  /** Says that models came or went. */
  changed: () => void = () => undefined;
  /** Says what has arrived of a model that the app fetches by itself. */
  fetched: (id: string, received: number, total: number) => void = () => undefined;
  watch: ModelsClient['watch'] = (changed, _signal, onFetched = () => undefined) => {
    this.changed = changed;
    this.fetched = onFetched;
  };
}
