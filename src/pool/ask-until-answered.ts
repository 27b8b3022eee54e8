import { waitFor } from '../lib/wait-for.ts';
import { isInterruption } from './pool-failure.ts';

/** Wait after a request that the broker did not answer. */
const RETRY_MS = 2_000;

export interface Persistence {
  /** Ends the repeating with its reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which it is given up. Defaults to never. */
  limitMs?: number | undefined;
}

/** How long a broker may be away while a job is removed; what is left then ends with the age limit. */
export const PATIENCE: Persistence = { limitMs: 600_000 };

/**
 * Repeats what the broker did not answer until it does. Throws what `ask` throws that is no interruption, or after
 * `limitMs`; the signal's reason.
 */
export async function askUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { signal, limitMs = Number.POSITIVE_INFINITY }: Persistence = {},
): Promise<Answer> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted || !isInterruption(error) || performance.now() > until) throw error;
      console.warn('The broker of a pool job does not answer; trying again:', error);
    }
    await waitFor(RETRY_MS, signal);
  }
}
