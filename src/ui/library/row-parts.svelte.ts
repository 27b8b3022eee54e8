import type { JobSummary } from '../../client/jobs/job-summary.ts';
import type OpenJob from './OpenJob.svelte';
import type QueueButtons from './QueueButtons.svelte';

/** What only the rows of jobs have that wait or run: loaded when there is one. */
class RowParts {
  open = $state.raw<{ OpenJob: typeof OpenJob; QueueButtons: typeof QueueButtons } | null>(null);

  /** Before the first frame of the list, so that each row has its size from the start; offline, rows do without. */
  async loadFor(jobs: readonly JobSummary[]): Promise<void> {
    if (this.open || !jobs.some(({ status }) => status === 'queued' || status === 'processing')) return;
    try {
      const [{ default: OpenJob }, { default: QueueButtons }] = await Promise.all([
        import('./OpenJob.svelte'),
        import('./QueueButtons.svelte'),
      ]);
      this.open = { OpenJob, QueueButtons };
    } catch (error) {
      console.warn(error);
    }
  }
}

export const rowParts = new RowParts();
