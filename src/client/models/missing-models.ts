import { isAbort } from '../../lib/errors/errors.ts';
import type { ApiClient } from '../api/api-client.ts';
import { type JobSummary, summariseJob } from '../jobs/job-summary.ts';
import { watchJobs } from '../jobs/watch-jobs.ts';

export type MissingModel = NonNullable<JobSummary['waiting']>;

/** Reports the model that the client's longest-waiting job lacks, or null, whenever it changes, until the signal aborts. */
export function watchMissingModels(
  api: ApiClient,
  onChange: (missing: MissingModel | null) => void,
  signal: AbortSignal,
): void {
  const waiting = new Map<string, MissingModel>();
  const look = async (id: string) => {
    const job = await api.getJob(id, { signal });
    const { status, waiting: missing } = summariseJob(job);
    if (status === 'queued' && missing) waiting.set(id, missing);
    else waiting.delete(id);
  };
  watchJobs((news) => {
    if (!('id' in news) || news.type === 'addon-progress' || news.type === 'addon-output') return;
    if (news.type === 'job-window') return;
    // Progress arrives several times a second and never changes what the job waits for.
    if (news.type === 'job-changed' && news.status === 'processing' && !waiting.has(news.id)) return;
    look(news.id)
      // The job was deleted or belongs to another key.
      .catch((error: unknown) => void (isAbort(error) || waiting.delete(news.id)))
      .finally(() => onChange([...waiting.values()][0] ?? null));
  }, signal);
}
