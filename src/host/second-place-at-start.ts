import { announce } from '../contract/realms/channel.ts';
import { waitFor } from '../lib/wait-for.ts';
import { settleInWorker } from '../realms/second-place/page/spawn.ts';
import { putBack } from '../storage/second-place/put-back.ts';
import { findUnsettled } from '../storage/second-place/settle-second-place.ts';

/** Nobody waits for it, and a page that has just opened has more urgent work. */
const SETTLED_AFTER_MS = 5_000;

/**
 * Puts the library back where the browser has deleted its database, before anything is swept. Resolves to what settles the second place beside a
 * sound database; that is not to be waited for.
 */
export async function putBackLibrary(
  hadRecordings: boolean,
): Promise<(signal: AbortSignal) => Promise<void>> {
  const isPutBack = await putBack(hadRecordings);
  if (!isPutBack) return settle;
  announce({ type: 'library-put-back' });
  announce({ type: 'arrivals-changed' });
  // The next start settles it, if the database is sound then.
  return async () => undefined;
}

async function settle(signal: AbortSignal): Promise<void> {
  await waitFor(SETTLED_AFTER_MS, signal);
  const found = await findUnsettled(performance.timeOrigin);
  if (found.jobs.length + found.gone.length + found.links.length > 0) await settleInWorker(found);
}
