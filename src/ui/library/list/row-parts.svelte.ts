import type { JobSummary } from '../../../client/jobs/job-summary.ts';

/** What only jobs have that wait or run, and searches: loaded when there is one. */
class RowParts {
  open = $state.raw<typeof import('./open-parts.ts') | null>(null);

  /** Before the first frame of the list, so that each row has its size from the start; offline, rows do without. */
  async loadFor(jobs: readonly JobSummary[], searches: boolean): Promise<void> {
    const isWanted = searches || jobs.some(({ status }) => status === 'queued' || status === 'processing');
    if (this.open || !isWanted) return;
    try {
      this.open = await import('./open-parts.ts');
    } catch (error) {
      console.warn(error);
    }
  }
}

export const rowParts = new RowParts();
