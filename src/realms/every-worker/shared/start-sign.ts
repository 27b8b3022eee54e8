/** What a worker posts once its session answers calls; Comlink ignores it. */
export const STARTED = 'earshot-realm-started';

/** Limit for a worker's scripts, ms: one that passes a service worker which is ended may never be answered. */
export const START_LIMIT_MS = 60_000;

/**
 * What a worker posts before the runtime's threads are started, and after. Also the names of the events by which the stand-in for the
 * runtime's start script (src/engine/kernels/runtime/capture-runtime.mjs, which can import nothing) notifies its worker.
 */
export const THREADS_STARTING = 'earshot-threads-starting';
export const THREADS_STARTED = 'earshot-threads-started';

/**
 * How long starting the runtime's threads may keep a worker, in milliseconds. It takes a few: nothing is fetched or compiled meanwhile.
 * Firefox 153 ESR blocks such a worker for good now and then, on a machine with much else to do.
 */
export const THREADS_LIMIT_MS = 10_000;
