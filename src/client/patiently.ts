import { AppError } from '../lib/errors.ts';

/**
 * Makes a request, and makes it again for as long as the limit on requests refuses it (specification §8), each time after
 * the wait that the refusal asks for. `request` must fail once the signal has aborted.
 */
export async function patiently<T>(
  request: () => Promise<T>,
  signal?: AbortSignal,
  onWait: (refusal: AppError) => void = () => undefined,
): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
      onWait(error);
      await pause((error.retryAfter ?? 1) * 1000, signal);
    }
  }
}

/** Lasts so long, or until the signal aborts. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    signal?.addEventListener('abort', () => resolve(), { signal: over.signal });
  });
  over.abort();
}
