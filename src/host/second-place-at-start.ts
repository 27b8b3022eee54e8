import { announce } from '../contract/realms/channel.ts';
import { settleInWorker } from '../realms/second-place/page/spawn.ts';
import { putBack } from '../storage/second-place/put-back.ts';
import { findUnsettled } from '../storage/second-place/settle-second-place.ts';

/**
 * Puts the library back where the browser has deleted its database, before anything is swept. Resolves to what settles the second place beside a
 * sound database; that is not to be waited for.
 */
export async function putBackLibrary(hadRecordings: boolean): Promise<() => Promise<void>> {
  const isPutBack = await putBack(hadRecordings);
  if (!isPutBack) return settle;
  announce({ type: 'library-put-back' });
  announce({ type: 'arrivals-changed' });
  // The next start settles it, if the database is sound then.
  return async () => undefined;
}

async function settle(): Promise<void> {
  const found = await findUnsettled(performance.timeOrigin);
  if (found.jobs.length + found.gone.length + found.links.length > 0) await settleInWorker(found);
}
