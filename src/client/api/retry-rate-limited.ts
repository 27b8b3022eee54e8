import { AppError } from '../../lib/errors/errors.ts';
import { waitFor } from '../../lib/wait-for.ts';

/** Waits as the rate limit asks (specification §8). `request` must fail once the signal has aborted. */
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
      // On abort, the next request fails with the usual error.
      await waitFor((error.retryAfter ?? 1) * 1000, signal).catch(() => undefined);
    }
  }
}
