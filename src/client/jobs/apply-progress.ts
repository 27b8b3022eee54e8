import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { JobNews } from './watch-jobs.ts';

/** Whether the news contain everything that re-reading the job would. */
export const isProgressOnly = (
  news: JobNews,
  status: PreRecordedJob['status'],
): news is Extract<JobNews, { type: 'job-changed' }> =>
  news.type === 'job-changed' && news.status === 'processing' && status === 'processing';

/** Progress without several reads per second; null if the job must be read again. */
export function applyProgress(job: PreRecordedJob, news: JobNews): PreRecordedJob | null {
  // A remote recording's metadata arrives during processing.
  if (!isProgressOnly(news, job.status) || job.file === null) return null;
  const { progress, secondsLeft, stage } = news;
  const post_session_metadata = {
    ...job.post_session_metadata,
    ...(progress !== null && { progress }),
    seconds_left: secondsLeft,
    ...(stage && { stage }),
  };
  return { ...job, post_session_metadata };
}
