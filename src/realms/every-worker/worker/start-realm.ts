import { STARTED, THREADS_STARTED, THREADS_STARTING } from '../shared/start-sign.ts';

/**
 * Starts a worker's session with code that is loaded apart from the entry. WebKit runs an entry a second time when another
 * part of the bundle imports from it, and two sessions would answer every call: so nothing may be shared with an entry.
 * Messages that arrive while the code loads are kept and delivered in order.
 */
export function startRealm(serve: () => Promise<void>): void {
  const early: MessageEvent[] = [];
  const keep = (event: MessageEvent) => early.push(event);
  addEventListener('message', keep);
  // The page ends a worker that does not come back from it.
  for (const sign of [THREADS_STARTING, THREADS_STARTED]) addEventListener(sign, () => postMessage(sign));
  serve().then(
    () => {
      removeEventListener('message', keep);
      for (const { data, ports } of early) {
        dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
      }
      postMessage(STARTED);
    },
    (error: unknown) => {
      // Outside the promise, so that the page is notified that its worker died.
      setTimeout(() => {
        throw error;
      });
    },
  );
}
