import type { JobSummary } from '../../client/jobs/job-summary.ts';
import type { LibraryClient } from '../../client/library/library-client.ts';
import type { FoundPassages } from '../../client/library/library-index.ts';
import { coalesceCalls } from '../../lib/coalesce-calls.ts';
import { type AppError, toAppError } from '../../lib/errors/errors.ts';
import type { JobsState } from './jobs-state.svelte.ts';
import type { JobFilter, Sort } from './search/filter-jobs.ts';

/** Passages that a row shows at first. */
export const FEW_PASSAGES = 3;
/** What comes with the answer of a search: the rows of a screen. */
const FIRST = { recordings: 8, passages: FEW_PASSAGES };

/** Words from which on a text is taken for a question without its mark. */
const FEWEST_ASKED = 4;

/** What the list shows: everything, or what was searched and filtered, in some order. */
export class LibraryView {
  text = $state('');
  filter = $state.raw<Partial<JobFilter>>({});
  sort = $state<Sort>('best');
  /** Whether the filters are shown. */
  open = $state(false);
  /** Ids of what was found and what was searched for; null where nothing is searched. */
  found = $state.raw<{
    text: string;
    scores: ReadonlyMap<string, number>;
    /** Passages of the best recordings, so that the first rows need no request. */
    passages: ReadonlyMap<string, FoundPassages>;
  } | null>(null);
  searching = $state(false);
  error = $state.raw<AppError | null>(null);

  /** Loaded when somebody is about to search or filter. */
  #order = $state.raw<typeof import('./search/filter-jobs.ts') | null>(null);
  readonly #library: LibraryClient;
  readonly #jobs: JobsState;

  constructor(library: LibraryClient, jobs: JobsState) {
    this.#library = library;
    this.#jobs = jobs;
  }

  readonly filters = $derived(Object.values(this.filter).filter((value) => value != null).length);

  /** Whether what was searched may be a question. */
  readonly isAsked = $derived(
    this.found !== null &&
      (/[?？؟;]$/u.test(this.found.text) || this.found.text.split(/\s+/u).length >= FEWEST_ASKED),
  );

  /** Whether the list is not simply all recordings, the newest first. */
  readonly narrowed = $derived(
    this.filters > 0 || (this.sort !== 'best' && this.sort !== 'newest') || this.found !== null,
  );

  /** The recordings to show, in order. */
  readonly jobs: readonly JobSummary[] = $derived.by(() => {
    const { recordings: items, speakers } = this.#jobs;
    const { found } = this;
    const order = this.#order;
    if (!this.narrowed || !order) return items;
    const fitting = items.filter(
      (job) =>
        (found === null || found.scores.has(job.id)) &&
        order.fits(job, speakers.get(job.id) ?? [], this.filter),
    );
    return order.sortJobs(fitting, this.sort, found?.scores ?? null);
  });

  /** Somebody is about to search or filter: the whole list is read and the index made. */
  prepare(): void {
    void this.#jobs.readAll();
    import('./search/filter-jobs.ts').then((order) => {
      this.#order = order;
    }, this.#fail);
    this.#library.prepare().catch(this.#fail);
  }

  /** Searches for what is written; nothing ends the search. What is typed meanwhile is searched next, as it then is. */
  readonly search = coalesceCalls(async () => {
    if (!this.#order) this.prepare();
    const text = this.text.trim();
    this.searching = text !== '';
    try {
      const found = text === '' ? null : await this.#library.search(text, FIRST);
      this.found = found && {
        text,
        scores: new Map(found.map(({ id, score }) => [id, score])),
        passages: new Map(found.flatMap(({ id, passages }) => (passages ? [[id, passages]] : []))),
      };
      this.error = null;
    } catch (error) {
      this.#fail(error);
    } finally {
      this.searching = false;
    }
  });

  async passages(id: string, most: number): Promise<FoundPassages> {
    const known = most === FEW_PASSAGES && this.found?.passages.get(id);
    return known || this.#library.passages(id, this.found?.text ?? '', most);
  }

  set(change: Partial<JobFilter>): void {
    this.filter = { ...this.filter, ...change };
  }

  clear(): void {
    this.filter = {};
    this.sort = 'best';
    this.text = '';
    void this.search();
  }

  #fail = (error: unknown): void => {
    this.error = toAppError(error);
  };
}
