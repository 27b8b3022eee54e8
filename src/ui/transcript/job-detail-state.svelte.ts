import type { ApiClient } from '../../client/api/api-client.ts';
import { retryRateLimited } from '../../client/api/retry-rate-limited.ts';
import { applyProgress } from '../../client/jobs/apply-progress.ts';
import { type JobSummary, type Reason, summariseJob } from '../../client/jobs/job-summary.ts';
import { repeatRequest, runAgain } from '../../client/jobs/repeat-job.ts';
import { watchJob } from '../../client/jobs/watch-jobs.ts';
import type { LibraryClient } from '../../client/library/library-client.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { WritingPlan } from '../../contract/realms/writing-plan.ts';
import { coalesceCalls } from '../../lib/coalesce-calls.ts';
import { type AppError, toAppError } from '../../lib/errors/errors.ts';

/** One job with its transcript, kept up to date until the signal aborts. */
export class JobDetailState {
  job = $state.raw<PreRecordedJob | null>(null);
  error = $state<AppError | null>(null);
  /** The text of a result that cannot be read otherwise. */
  storedText = $state<string | null>(null);
  deleted = $state(false);
  /** The running add-on. */
  activity = $state.raw<JobSummary['activity']>(null);
  /** The add-on's output so far, or before that what it is going to write. */
  output = $state.raw<{ addon: string; text: string; plan?: WritingPlan } | null>(null);
  /** Why the job waits for room in storage, if even that could not be stored. */
  outOfStorage = $state.raw<Reason | null>(null);
  readonly summary: JobSummary | null = $derived(
    this.job && withNews(summariseJob(this.job), this.activity, this.outOfStorage),
  );

  readonly id: string;
  readonly #api: ApiClient;
  readonly #signal: AbortSignal;

  constructor(api: ApiClient, id: string, signal: AbortSignal) {
    this.#api = api;
    this.id = id;
    this.#signal = signal;
    watchJob(
      id,
      (news) => {
        const moved = this.job && applyProgress(this.job, news);
        if (news.type === 'job-changed') this.outOfStorage = null;
        if (moved) this.job = moved;
        else if (news.type === 'job-deleted') this.deleted = true;
        else if (news.type === 'addon-progress') this.activity = news;
        else if (news.type === 'addon-output') this.output = news;
        else if (news.type === 'job-waiting') this.outOfStorage = news;
        else if (news.type === 'library-changed') void this.#reread();
        else if (news.type === 'job-window') return;
        else if (news.type === 'job-changed' && (this.deleted || this.job?.status === 'done'))
          void this.#reread();
        else void this.refresh();
      },
      signal,
    );
    void this.refresh();
  }

  readonly refresh = coalesceCalls(async () => {
    // A finished job changes only when add-ons run on its transcript, and that is announced.
    if (this.job?.status === 'done' || this.job?.status === 'error') return;
    await this.#read();
  });

  readonly #reread = coalesceCalls(() => this.#read());

  async #read(): Promise<void> {
    if (this.#signal.aborted) return;
    try {
      const read = () => this.#api.getJob(this.id, { signal: this.#signal });
      this.job = await retryRateLimited(read, this.#signal, (refusal) => {
        this.error = refusal;
      });
      this.error = null;
      this.deleted = false;
    } catch (error) {
      if (this.#signal.aborted) return;
      this.error = toAppError(error);
      if (this.error.code === 'not_found') this.deleted = true;
      else if (this.error.code === 'internal') {
        const { storedText } = await import('../../client/jobs/stored-text.ts');
        this.storedText = await storedText(this.#api, this.id, this.#signal);
      }
    }
  }

  /** Transcribes the same recording again, perhaps with code switching; returns the new job's id. */
  async repeat(library: LibraryClient, { codeSwitching = false } = {}): Promise<string> {
    const request = this.job && repeatRequest(this.job);
    if (!this.job || !request) throw new Error('The job has no recording to transcribe again.');
    return runAgain(this.#api, library, this.job, {
      ...request,
      ...(codeSwitching && { language_config: { languages: [], code_switching: true } }),
    });
  }
}

const withNews = (
  summary: JobSummary,
  activity: JobSummary['activity'],
  outOfStorage: Reason | null,
): JobSummary => ({ ...summary, activity, outOfStorage: outOfStorage ?? summary.outOfStorage });
