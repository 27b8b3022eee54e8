import { announce, type ChannelMessage, onChannelMessage } from '../contract/realms/channel.ts';
import { coalesceCalls } from '../lib/coalesce-calls.ts';
import { waitFor } from '../lib/wait-for.ts';
import {
  keepSoundsInWorker,
  settleGrownInWorker,
  settleInWorker,
} from '../realms/second-place/page/spawn.ts';
import { putBack } from '../storage/second-place/put-back.ts';
import { hasSecondPlace } from '../storage/second-place/second-place.ts';
import { findUnsettled } from '../storage/second-place/settle-second-place.ts';

/** Nobody waits for it, and a page that has just opened has more urgent work. */
const SETTLED_AFTER_MS = 5_000;

const KEPT_AGAIN_MS = 2_000;

/**
 * Puts the library back if the browser has deleted its database. Resolves to what settles the place, without a wait.
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

/** When the jobs whose sound is to be in the second place may be others. */
const changesWaiting = ({ type }: ChannelMessage): boolean => type === 'job-queued' || type === 'job-deleted';

const isDone = (message: ChannelMessage): boolean =>
  message.type === 'job-changed' && message.status === 'done';

/**
 * Keeps the sounds of recordings that wait to be transcribed in the second place, and its logs small, until the signal aborts. Nothing waits
 * for it.
 */
export function keepSecondPlace(signal: AbortSignal): void {
  if (!hasSecondPlace()) return;
  const keep = coalesceCalls(async () => {
    await keepSoundsInWorker();
    // A thousand uploads are one list.
    await waitFor(KEPT_AGAIN_MS, signal);
  });
  const warn = (error: unknown) => signal.aborted || console.warn(error);
  const ask = () => void keep().catch(warn);
  onChannelMessage((message) => {
    if (changesWaiting(message)) ask();
    // Its sound goes once its log says so, too, which is written a moment later.
    if (isDone(message)) void waitFor(KEPT_AGAIN_MS, signal).then(ask, () => undefined);
    if (message.type === 'second-place-grown') settleGrownInWorker(message.id).catch(warn);
  }, signal);
  ask();
}
