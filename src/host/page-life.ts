/** The time until the browser freezes this page. */
export interface WakingTime {
  /** Aborts with the given signal, or when the page is frozen, which leaves listeners no more than their microtasks. */
  signal: AbortSignal;
  /** Resolves when the page runs again after that, or the signal given aborts. */
  resumed: Promise<void>;
}

export function wakingTime(signal: AbortSignal): WakingTime {
  const frozen = new AbortController();
  const over = new AbortController();
  const page = globalThis.document;
  page?.addEventListener('freeze', () => frozen.abort(), { signal: over.signal });
  // Added from the start: the page may be running again before anything notices that it was not.
  const resumed = new Promise<void>((resolve) => {
    const end = () => {
      over.abort();
      resolve();
    };
    const wake = () => {
      if (frozen.signal.aborted) end();
    };
    page?.addEventListener('resume', wake, { signal: over.signal });
    globalThis.addEventListener?.('pageshow', wake, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
  return { signal: AbortSignal.any([signal, frozen.signal]), resumed };
}
