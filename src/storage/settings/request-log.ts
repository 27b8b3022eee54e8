import { changeStores } from '../database/change-stores.ts';
import { requestLog } from '../database/records.ts';

const MINUTE_MS = 60_000;

/**
 * Counts a request of a key, unless it made `perMinute` of them within the last minute; then returns the seconds
 * until the next is admitted. The count is stored, because the asking worker can be stopped at any time.
 */
export async function admitRequest(
  keyId: string,
  perMinute: number,
  now = Date.now(),
): Promise<number | null> {
  return changeStores(['request-logs'], async (transaction) => {
    const store = transaction.objectStore('request-logs');
    const stored = await store.get(keyId);
    const past = stored === undefined ? [] : requestLog.parse(stored).times;
    // Future times were recorded by a clock that has since been put back.
    const recent = past.filter((time) => time > now - MINUTE_MS && time <= now);
    const oldest = recent.at(-perMinute);
    if (recent.length >= perMinute && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
    }
    await store.put(requestLog.parse({ key_id: keyId, times: [...recent, now] }));
    return null;
  });
}
