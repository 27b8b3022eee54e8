import { type ChannelMessage, listen } from '../lib/channel.ts';

/** What a watcher is told: a job came, moved on or went; or that news may have been missed, so read everything again. */
export type JobNews =
  | Extract<ChannelMessage, { type: 'job-queued' | 'job-changed' | 'job-deleted' }>
  /** What an add-on of a job is at. */
  | Extract<ChannelMessage, { type: 'addon-progress' | 'addon-output' }>
  | { type: 'missed' };

/**
 * Calls `tell` for every change of any job until the signal aborts. Nothing is polled; a page that was hidden or frozen
 * (where the browser may drop messages) is told `missed` when it comes back.
 */
export function watchJobs(tell: (news: JobNews) => void, signal: AbortSignal): void {
  listen((message) => {
    switch (message.type) {
      case 'job-queued':
      case 'job-changed':
      case 'job-deleted':
      case 'addon-progress':
      case 'addon-output':
        tell(message);
    }
  }, signal);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') tell({ type: 'missed' });
    },
    { signal },
  );
  globalThis.addEventListener(
    'pageshow',
    (event) => {
      if (event.persisted) tell({ type: 'missed' });
    },
    { signal },
  );
}

/** The same for one job. */
export function watchJob(id: string, tell: (news: JobNews) => void, signal: AbortSignal): void {
  watchJobs((news) => {
    if (news.type === 'missed' || news.id === id) tell(news);
  }, signal);
}
