/** Set to the time at which a page was loaded past the service worker, for the next start. */
export const PAST_WORKER = 'earshot-past-worker';
