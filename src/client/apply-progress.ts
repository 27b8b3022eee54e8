import type { PreRecordedJob } from '../contract/pre-recorded-job.ts';
import type { JobNews } from './watch-jobs.ts';

/** Whether news of a job tell of it all that a read would. */
export const isProgressOnly = (
  news: JobNews,
  status: PreRecordedJob['status'],
): news is Extract<JobNews, { type: 'job-changed' }> =>
  news.type === 'job-changed' && news.status === 'processing' && status === 'processing';

/** The job as the news leave it, so that its progress need not be read several times a second; null when it must be read. */
export function applyProgress(job: PreRecordedJob, news: JobNews): PreRecordedJob | null {
  // A remote recording becomes known while the job is processed.
  if (!isProgressOnly(news, job.status) || job.file === null) return null;
  const { progress, secondsLeft } = news;
  const post_session_metadata = {
    ...job.post_session_metadata,
    ...(progress !== null && { progress }),
    seconds_left: secondsLeft,
  };
  return { ...job, post_session_metadata };
}
