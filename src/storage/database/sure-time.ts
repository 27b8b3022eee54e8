import { z } from '../../lib/zod.ts';
import { changeStores } from './change-stores.ts';

const KEY = 'sure-time';
const DAY_MS = 24 * 3_600_000;

const known = z.object({ sure: z.number(), doubted: z.number().nullable() });

/**
 * A moment that has passed, whatever the clock says: what is deleted for its age is measured against it. A clock that jumps ahead by more
 * than a day is believed once it has gone on for a day, so that one that is put right before deletes nothing.
 */
export async function sureTime(now = Date.now()): Promise<number> {
  return changeStores(['settings'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const before = known.safeParse(await settings.get(KEY)).data ?? { sure: now, doubted: null };
    const after = at(now, before);
    await settings.put(after, KEY);
    return after.sure;
  });
}

function at(now: number, { sure, doubted }: z.infer<typeof known>): z.infer<typeof known> {
  if (now - sure <= DAY_MS) return { sure: now, doubted: null };
  if (doubted === null || now < doubted) return { sure, doubted: now };
  return now - doubted < DAY_MS ? { sure, doubted } : { sure: now, doubted: null };
}
