import type { ApiClient } from '../../client/api/api-client.ts';
import { retryRateLimited } from '../../client/api/retry-rate-limited.ts';
import { isProgressOnly } from '../../client/jobs/apply-progress.ts';
import { HAS_RECORDINGS } from '../../client/jobs/has-recordings.ts';
import type { JobSummary } from '../../client/jobs/job-summary.ts';
import { type JobNews, watchJobs } from '../../client/jobs/watch-jobs.ts';
import type { LibraryClient } from '../../client/library/library-client.ts';
import { coalesceCalls } from '../../lib/coalesce-calls.ts';
import { type AppError, isGone, toAppError } from '../../lib/errors/errors.ts';

/** What is read before anything is shown: no more than a window shows. */
const PAGE = 10;

const LONGEST_QUEUE = 100;

/** What reads a job comes with the schemas, which the first frame does not wait for. */
const summaries = () => import('../../client/jobs/job-summary.ts');

/** The list of jobs, newest first: the first page at once, the rest when idle; kept up to date by the channel. */
export class JobsState {
  /** Summaries are replaced, never mutated, so that only changed ones are rendered again. */
  items = $state.raw<JobSummary[]>([]);
  phase = $state<'loading' | 'ready' | 'failed'>('loading');
  error = $state<AppError | null>(null);
  /** Who speaks, by job; of those that are known. */
  speakers = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  /** Until the list is read, as it was when the page was last open: the first frame must be the right view. */
  readonly empty = $derived.by(() => {
    if (this.phase === 'loading') return localStorage.getItem(HAS_RECORDINGS) === null;
    return this.phase === 'ready' && this.items.length === 0;
  });

  /** Other runs of a recording, newest first, by the job that it is listed by. */
  readonly #runs: ReadonlyMap<string, readonly JobSummary[]> = $derived.by(() => groupRuns(this.items));
  /** What the list shows: a job for each recording. */
  readonly recordings: readonly JobSummary[] = $derived.by(() => {
    const hidden = new Set([...this.#runs.values()].flat());
    return hidden.size === 0 ? this.items : this.items.filter((job) => !hidden.has(job));
  });

  readonly #api: ApiClient;
  readonly #library: LibraryClient;
  /** Whether the whole list was read once. */
  #isWhole = false;
  readonly #finished: (job: JobSummary) => void;
  readonly #beforeShown: (jobs: readonly JobSummary[]) => Promise<void>;
  readonly #rereads = new Map<string, () => Promise<void>>();
  /** The latest reading of each job; none once the job is taken out meanwhile. */
  readonly #readings = new Map<string, symbol>();
  /** Jobs that were seen or announced before their end, which is reported once, whichever reading finds it. */
  readonly #unfinished = new Set<string>();

  /** `finished` is called for each job that is done or failed; `beforeShown` is awaited before the first list. */
  constructor(
    api: ApiClient,
    library: LibraryClient,
    finished: (job: JobSummary) => void,
    beforeShown: (jobs: readonly JobSummary[]) => Promise<void>,
  ) {
    this.#api = api;
    this.#library = library;
    this.#finished = finished;
    this.#beforeShown = beforeShown;
  }

  /** Other runs of a recording, newest first. */
  runsOf(id: string): readonly JobSummary[] {
    return this.#runs.get(id) ?? [];
  }

  /** Loads the first page and follows all changes until the signal aborts. */
  async start(signal: AbortSignal): Promise<void> {
    watchJobs((news) => this.#take(news), signal);
    await this.refresh();
  }

  /** Re-reads the first page and the unfinished jobs after it. */
  readonly refresh = coalesceCalls(async () => {
    try {
      const [page, { summariseJob }] = await Promise.all([
        this.#api.listJobs({ limit: PAGE, utterances: false }),
        summaries(),
      ]);
      const fresh = page.items.map(summariseJob);
      this.#noteEnds(fresh);
      if (this.phase === 'loading') await this.#beforeShown(fresh);
      this.items = page.next === null ? fresh : merge(fresh, this.items);
      this.phase = 'ready';
      this.#remember();
      this.error = null;
      if (page.next !== null) await this.#readQueue();
      if (this.#isWhole) void this.readAll();
      else if (page.next !== null) whenIdle(() => void this.readAll());
      const known = new Set(fresh.map(({ id }) => id));
      for (const { id, status } of this.items) {
        if (!known.has(id) && (status === 'queued' || status === 'processing')) void this.#reread(id);
      }
    } catch (error) {
      this.error = toAppError(error);
      if (this.items.length === 0) this.phase = 'failed';
    }
  });

  /** A queue longer than a page is shown whole: its jobs have no transcripts yet. */
  async #readQueue(): Promise<void> {
    const { summariseJob } = await summaries();
    const page = await this.#api.listJobs({ limit: LONGEST_QUEUE, status: ['queued', 'processing'] });
    const queue = page.items.map(summariseJob);
    this.#noteEnds(queue);
    this.items = merge(queue, this.items);
  }

  /** Reads the whole list, without transcripts; then again, once those are known that no list has read before. */
  readonly readAll = coalesceCalls(async () => {
    try {
      await this.#takeAll();
      if (this.#isWhole) return;
      this.#isWhole = true;
      await this.#library.readTexts();
      await this.#takeAll();
    } catch (error) {
      this.error = toAppError(error);
    }
  });

  async #takeAll(): Promise<void> {
    const before = new Set(this.items.map(({ id }) => id));
    const all = await this.#library.list();
    const known = new Map(this.items.map((job) => [job.id, job]));
    const fresh = all.flatMap(({ summary, isRead }) => {
      const job = known.get(summary.id);
      // Deleted meanwhile.
      if (!job) return before.has(summary.id) ? [] : summary;
      const { languages, duration, library, name } = summary;
      // What the page follows already is newer than what was read.
      return { ...job, ...(isRead && { languages, duration }), library, name };
    });
    this.#noteEnds(fresh);
    const added = this.items.filter(({ id }) => !before.has(id));
    this.items = merge(fresh, added);
    this.speakers = new Map(all.map(({ summary, speakers }) => [summary.id, speakers]));
  }

  #take(news: JobNews): void {
    if (news.type === 'missed') {
      void this.refresh();
      return;
    }
    if (news.type === 'job-deleted') {
      this.drop([news.id]);
      return;
    }
    if (news.type === 'library-changed') {
      void this.#readEntries(news.ids);
      return;
    }
    if (news.type === 'addon-output' || news.type === 'job-window') return;
    if (news.type === 'addon-progress') {
      const { addon, fraction } = news;
      this.items = this.items.map((job) =>
        job.id === news.id ? { ...job, activity: { addon, fraction } } : job,
      );
      return;
    }
    if (news.type === 'job-waiting') {
      this.items = this.items.map((job) => (job.id === news.id ? { ...job, outOfStorage: news } : job));
      return;
    }
    if (news.type === 'job-queued') this.#unfinished.add(news.id);
    const known = this.items.find(({ id }) => id === news.id);
    if (known && isProgressOnly(news, known.status)) {
      this.#progress(news);
      if (known.duration !== null) return;
    }
    void this.#reread(news.id);
  }

  /** Updates the progress bar. */
  #progress({ id, progress, secondsLeft, stage }: Extract<JobNews, { type: 'job-changed' }>): void {
    this.items = this.items.map((job) =>
      job.id === id && job.status === 'processing'
        ? {
            ...job,
            progress: progress ?? job.progress,
            secondsLeft,
            stage: stage ?? job.stage,
            outOfStorage: null,
          }
        : job,
    );
  }

  /** Names, tags and folders alone: transcripts can be long, and a thousand recordings tagged at once. */
  async #readEntries(ids: readonly string[]): Promise<void> {
    const [entries, { withEntry }] = await Promise.all([this.#library.entries(ids), summaries()]);
    const changed = new Set(ids);
    this.items = this.items.map((job) => (changed.has(job.id) ? withEntry(job, entries.get(job.id)) : job));
  }

  #reread(id: string): Promise<void> {
    let run = this.#rereads.get(id);
    if (!run) {
      run = coalesceCalls(() => this.#readNow(id));
      this.#rereads.set(id, run);
    }
    return run();
  }

  async #readNow(id: string): Promise<void> {
    const reading = Symbol();
    this.#readings.set(id, reading);
    try {
      const { summariseJob } = await summaries();
      const job = await retryRateLimited(
        () => this.#api.getJob(id, { utterances: false }),
        undefined,
        (refusal) => {
          this.error = refusal;
        },
      );
      const summary = summariseJob(job);
      // It belongs to the recording that it builds on, or was deleted meanwhile.
      if (summary.buildsOn === null && this.#readings.get(id) === reading) this.#put(summary);
      this.error = null;
    } catch (error) {
      if (isGone(error)) this.drop([id]);
      else this.error = toAppError(error);
    } finally {
      if (this.#readings.get(id) === reading) this.#readings.delete(id);
    }
  }

  #put(job: JobSummary): void {
    this.items = merge([job], this.items);
    if (this.phase === 'failed') this.phase = 'ready';
    this.#remember();
    if (hasEnded(job)) this.#rereads.delete(job.id);
    this.#noteEnds([job]);
  }

  #noteEnds(jobs: readonly JobSummary[]): void {
    for (const job of jobs) {
      if (!hasEnded(job)) this.#unfinished.add(job.id);
      else if (this.#unfinished.delete(job.id)) this.#finished(job);
    }
  }

  /** Takes jobs out of the list; what was deleted comes back by an announcement if that is undone. */
  drop(ids: readonly string[]): void {
    const gone = new Set(ids);
    for (const id of ids) {
      this.#rereads.delete(id);
      this.#readings.delete(id);
      this.#unfinished.delete(id);
    }
    this.items = this.items.filter((job) => !gone.has(job.id));
    this.#remember();
  }

  #remember(): void {
    if (this.items.length > 0) localStorage.setItem(HAS_RECORDINGS, 'yes');
    else localStorage.removeItem(HAS_RECORDINGS);
  }
}

function groupRuns(items: readonly JobSummary[]): Map<string, JobSummary[]> {
  const ids = new Set(items.map(({ id }) => id));
  const runs = new Map<string, JobSummary[]>();
  for (const job of items) {
    if (job.repeats === null || !ids.has(job.repeats)) continue;
    runs.set(job.repeats, [...(runs.get(job.repeats) ?? []), job]);
  }
  return runs;
}

const hasEnded = ({ status }: JobSummary): boolean => status === 'done' || status === 'error';

const whenIdle = (work: () => void): void => {
  if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
};

/** Both lists merged without duplicates, newest first; the first list's version wins. */
function merge(first: JobSummary[], second: JobSummary[]): JobSummary[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  );
}
