/** What a worker posts once its session answers calls; Comlink ignores it. */
export const STARTED = 'earshot-realm-started';

/**
 * How long a worker's scripts may take to arrive and to run, in milliseconds. A browser may leave a script's request without an answer for
 * good, if the service worker that it passes through is ended at that moment.
 */
export const START_LIMIT_MS = 60_000;
