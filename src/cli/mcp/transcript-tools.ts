import type { Page } from 'playwright';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { answerHeading, type FoundPassage } from '../../contract/transcripts/library-search.ts';
import { formatClock } from '../../lib/format-clock.ts';
import type { ModelState } from '../../models/store/model-store.ts';
import { failureOf, finishedJob } from '../through-page/finished-job.ts';
import type { PageClient } from '../through-page/page-client.ts';
import { allowedPath } from './allowed-path.ts';

/** What the tools of one caller work with. */
export interface AgentLibraryCalls {
  page: Page;
  /** The service, with the caller's key. */
  client: PageClient;
}

export interface ToolOptions {
  /** Opens the app, if it is not open. */
  open(): Promise<AgentLibraryCalls>;
  /** Real paths of the folders whose recordings may be read. */
  folders: readonly string[];
}

export interface Running {
  signal: AbortSignal;
  report: (message: string, progress: number) => void;
}

const STATES: Readonly<Record<ModelState, string>> = {
  bundled: 'installed',
  served: 'comes with the app',
  downloaded: 'installed',
  partial: 'partly installed',
  absent: 'not installed',
};

export interface Answer {
  text: string;
  data: Record<string, unknown>;
}

/** A transcript that is longer is cut in answers: an agent reads the rest with `get`. */
const MOST_LETTERS = 60_000;

const addressOf = (id: string) => `/v2/pre-recorded/${encodeURIComponent(id)}`;

/** The tools that agents call. All throw Errors in a sentence that an agent can act on. */
export class TranscriptTools {
  constructor(private readonly options: ToolOptions) {}

  async transcribe(
    {
      path,
      address,
      options = {},
    }: {
      path?: string | undefined;
      address?: string | undefined;
      options?: Record<string, unknown> | undefined;
    },
    { signal, report }: Running,
  ): Promise<Answer> {
    if ((path === undefined) === (address === undefined))
      throw new Error('Send either a path or an address.');
    const file = path === undefined ? null : allowedPath(path, this.options.folders);
    const { client } = await this.options.open();
    report('Reading the recording', 0);
    const audio_url = file === null ? address : (await client.upload(file)).audio_url;
    const { id } = await client.createJob({ ...options, audio_url });
    const job = await this.#finished(id, { signal, report: (step, done) => report(step, 0.05 + done * 0.9) });
    report('Done', 1);
    const { text, data } = await this.get({ id, format: 'txt' });
    const { utterances = [], languages = [] } = job.result?.transcription ?? {};
    const { audio_duration } = job.result?.metadata ?? { audio_duration: 0 };
    const head = `Transcript ${id} of ${job.file?.filename ?? address}, ${formatClock(audio_duration)} long, in ${languages.join(', ') || 'no language'}:`;
    const said = utterances.map(({ start, end, speaker, text }) => ({
      start,
      end,
      speaker,
      text: text.trim(),
    }));
    const isLong = text.length >= MOST_LETTERS;
    const { notes } = job.post_session_metadata;
    // Options that were ignored are among them.
    const noted = Array.isArray(notes) ? notes.map((note) => `Note: ${note}`) : [];
    return {
      text: [head, text || '(Nothing is said in it.)', ...noted].join('\n\n'),
      data: { ...data, languages, audio_duration, ...(!isLong && { utterances: said }) },
    };
  }

  async get({ id, format }: { id: string; format: string }): Promise<Answer> {
    const whole = await this.text(id, format);
    const text = whole.slice(0, MOST_LETTERS);
    const rest = whole.length - text.length;
    const note =
      rest > 0 ? `\n\n(${rest} more characters: read the resource earshot://transcripts/${id}.)` : '';
    return { text: text + note, data: { id, format, is_cut: rest > 0 } };
  }

  /** The whole text of a transcript, with times and speakers. */
  async text(id: string, format = 'txt'): Promise<string> {
    const query = { format, ...(format === 'txt' && { timestamps: 'paragraph' }) };
    const { client } = await this.options.open();
    return (await client.onTranscript(addressOf(id), query)).toString('utf8');
  }

  async list(query: { limit: number; offset: number }): Promise<Answer> {
    const { client } = await this.options.open();
    const { items, next } = await client.listJobs({
      limit: String(query.limit),
      offset: String(query.offset),
    });
    const recordings = items.map((job) => ({
      ...{ id: job.id, name: nameOf(job), status: job.status, created_at: job.created_at },
      seconds: job.file?.audio_duration ?? null,
      error: job.status === 'error' ? failureOf(job) : null,
    }));
    const lines = recordings.map(({ id, name, status, created_at, seconds }) => {
      const length = seconds === null ? '' : `, ${formatClock(seconds)}`;
      return `${id}  ${name}${length}, ${status}, ${created_at}`;
    });
    const more = next === null ? '' : `\nMore: offset ${query.offset + query.limit}.`;
    return {
      text: (lines.join('\n') || 'There are no recordings yet.') + more,
      data: { recordings, more: next !== null },
    };
  }

  /** Transcripts of the last page of the list, as resources. */
  async named(): Promise<{ id: string; name: string }[]> {
    const { client } = await this.options.open();
    const { items } = await client.listJobs({ limit: '100', status: 'done' });
    return items.map((job) => ({ id: job.id, name: nameOf(job) }));
  }

  async search({ text, limit }: { text: string; limit: number }): Promise<Answer> {
    const { client } = await this.options.open();
    const { words, meaning } = await client.search({ text, limit: String(limit) });
    const isThere = ({ id, start }: FoundPassage) =>
      words.some((one) => one.id === id && Math.abs(one.start - start) < 1);
    const meant = (meaning ?? []).filter((place) => !isThere(place)).slice(0, limit);
    const places = words.map((place) => ({ ...place, found_by: 'words' }));
    const lines = [...words.map(lineOf), ...(meant.length > 0 ? ['By meaning:', ...meant.map(lineOf)] : [])];
    return {
      text: lines.join('\n') || `No transcript has all the words of “${text}”.`,
      data: { places: [...places, ...meant.map((place) => ({ ...place, found_by: 'meaning' }))] },
    };
  }

  /** Without an id, passages of all transcripts: the caller is a language model. */
  async ask(
    { id, question }: { id?: string | undefined; question: string },
    running: Running,
  ): Promise<Answer> {
    return id === undefined ? this.#askAll(question) : this.#askOne(id, question, running);
  }

  async #askAll(question: string): Promise<Answer> {
    const { client } = await this.options.open();
    const { answer } = await client.search({ text: question, answer: 'true' });
    const passages = answer ?? [];
    return {
      text: [answerHeading(passages), ...passages.map(lineOf)].join('\n'),
      data: { question, passages },
    };
  }

  async #askOne(id: string, question: string, running: Running): Promise<Answer> {
    const { client } = await this.options.open();
    const run = await client.runAddons(id, {
      audio_to_llm: true,
      audio_to_llm_config: { prompts: [question] },
    });
    const { result } = await this.#finished(run.id, running);
    const { error, results } = result?.audio_to_llm ?? { error: null, results: null };
    if (error) throw new Error(error.message);
    const answers = (results ?? []).map((one) => one.results?.response ?? one.error?.message ?? '');
    return { text: answers.join('\n'), data: { id, question, answers } };
  }

  async correct({ id, find, replace }: { id: string; find: string; replace: string }): Promise<Answer> {
    const { client, page } = await this.options.open();
    const job = await client.readJob(addressOf(id));
    if (job.status !== 'done')
      throw new Error(`The recording ${id} has no transcript yet: it is ${job.status}.`);
    const outcome = await page.evaluate(
      async ({ job, find, replace }) => {
        const { correctTranscript } = await globalThis.earshot.gateway();
        return correctTranscript(job, find, replace).catch((error: Error) => ({ fault: error.message }));
      },
      { job: { id: job.id, result: job.result }, find, replace },
    );
    if ('fault' in outcome) throw new Error(outcome.fault);
    const at = outcome.times.map(formatClock).join(', ');
    return {
      text: `Replaced ${outcome.count} times, in the passages at ${at}.`,
      data: { id, ...outcome },
    };
  }

  async models(): Promise<Answer> {
    const { page } = await this.options.open();
    const models = await page.evaluate(async () => (await globalThis.earshot.gateway()).listModels());
    const lines = models.map(({ id, title, purpose, state, bytes_to_download, unusable }) => {
      const missing = bytes_to_download > 0 ? `, ${Math.ceil(bytes_to_download / 1e6)} MB to download` : '';
      return `${id}  ${title} (${purpose}): ${unusable ?? `${STATES[state]}${missing}`}`;
    });
    return { text: lines.join('\n'), data: { models } };
  }

  /** Cancelling deletes the job. Throws an Error with the reason if it fails. */
  async #finished(id: string, { signal, report }: Running): Promise<PreRecordedJob> {
    const { client } = await this.options.open();
    try {
      const onStep = (step: string, progress: number) => report(STEPS[step] ?? step, progress);
      const job = await finishedJob(client, addressOf(id), { signal, onStep });
      if (job.status === 'error') throw new Error(failureOf(job));
      return job;
    } catch (error) {
      if (signal.aborted) await client.deleteJob(addressOf(id)).catch(() => undefined);
      throw error;
    }
  }
}

const STEPS: Readonly<Record<string, string>> = {
  queued: 'Waiting for the recordings before it',
  processing: 'Transcribing',
};

const lineOf = ({ id, name, start, speaker, text }: FoundPassage): string =>
  `${id}  ${name}, at ${formatClock(start)}: ${speaker === null ? '' : `${speaker}: `}${text}`;

const nameOf = ({ file, id }: PreRecordedJob): string => file?.filename ?? id;
