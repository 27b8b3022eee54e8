import { type ChannelMessage, onChannelMessage } from '../../contract/realms/channel.ts';

/** Job news: a job was created, changed or deleted, or news may have been missed and everything must be re-read. */
export type JobNews =
  | Extract<
      ChannelMessage,
      { type: 'job-queued' | 'job-changed' | 'job-deleted' | 'job-waiting' | 'job-window' }
    >
  /** The add-on a job is running. */
  | Extract<ChannelMessage, { type: 'addon-progress' | 'addon-output' }>
  /** Names, tags or folders. */
  | Extract<ChannelMessage, { type: 'library-changed' }>
  | { type: 'missed' };

/**
 * Calls `onNews` for every change of any job until the signal aborts. Does not poll. A page that was hidden or frozen,
 * when the browser may drop messages, receives `missed` when it resumes.
 */
export function watchJobs(onNews: (news: JobNews) => void, signal: AbortSignal): void {
  onChannelMessage((message) => {
    switch (message.type) {
      case 'job-queued':
      case 'job-changed':
      case 'job-deleted':
      case 'job-waiting':
      case 'job-window':
      case 'addon-progress':
      case 'addon-output':
      case 'library-changed':
        onNews(message);
        break;
      // Any job may be there again.
      case 'library-put-back':
        onNews({ type: 'missed' });
    }
  }, signal);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') onNews({ type: 'missed' });
    },
    { signal },
  );
  globalThis.addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) onNews({ type: 'missed' });
    },
    { signal },
  );
}

/** The same for one job. */
export function watchJob(id: string, onNews: (news: JobNews) => void, signal: AbortSignal): void {
  watchJobs((news) => {
    const isAbout =
      news.type === 'missed' || (news.type === 'library-changed' ? news.ids.includes(id) : news.id === id);
    if (isAbout) onNews(news);
  }, signal);
}

/** Calls `onNews` with the text of each window of a job while it is written, until the signal aborts. */
export function watchText(
  id: string,
  onNews: (news: Extract<ChannelMessage, { type: 'job-text' }>) => void,
  signal: AbortSignal,
): void {
  onChannelMessage((message) => {
    if (message.type === 'job-text' && message.id === id) onNews(message);
  }, signal);
}
