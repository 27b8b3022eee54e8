import { announce, onChannelMessage } from '../../contract/realms/channel.ts';
import { NOTHING_SEEN, type PoolView } from '../../contract/realms/pool-view.ts';
import { newId } from '../../lib/ids.ts';
import type { PoolSettings } from '../../storage/database/records.ts';
import { getSettings, updateSettings } from './settings.ts';

export type { PoolSettings, PoolView };

/** What a person enters. */
export type PoolEntry = Omit<PoolSettings, 'member_id'>;

/** The pool that is set up here; null if none is. */
export const readPool = async (): Promise<PoolSettings | null> => (await getSettings()).pool;

/** Sets up a pool, or changes it; the tab that runs jobs joins it. This device remains the same member. */
export async function setPool(entry: PoolEntry): Promise<void> {
  const before = await readPool();
  await updateSettings({ pool: { ...entry, member_id: before?.member_id ?? newId() } });
}

/** Leaves the pool. What was offered runs here. */
export async function leavePool(): Promise<void> {
  await updateSettings({ pool: null });
}

/** Calls `seen` with what this device sees of the pool, now and whenever that changes, until the signal aborts. */
export function watchPool(seen: (view: PoolView) => void, signal: AbortSignal): void {
  onChannelMessage((message) => {
    // The tab that runs jobs may still have an older version of the app.
    if (message.type === 'pool-seen') seen({ ...NOTHING_SEEN, ...message.view });
  }, signal);
  announce({ type: 'pool-wanted' });
}
