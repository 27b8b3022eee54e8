import { AppError } from '../lib/errors.ts';
import { waitFor } from '../models/abortable.ts';

/**
 * Makes a request, and makes it again for as long as the limit on requests refuses it (specification §8), each time after
 * the wait that the refusal asks for. `request` must fail once the signal has aborted.
 */
export async function retryRateLimited<T>(
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
      // An abort is told by the next request, in the words of requests.
      await waitFor((error.retryAfter ?? 1) * 1000, signal).catch(() => undefined);
    }
  }
}
