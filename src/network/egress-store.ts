import { announce } from '../contract/realms/channel.ts';
import { z } from '../lib/zod.ts';
import { changeStores } from '../storage/database/change-stores.ts';
import { database } from '../storage/database/database.ts';

/** Why a request leaves the app's origin; `retention`: a rule deleted recordings here, and nothing was sent. */
const REASONS = ['model', 'recording', 'delivery', 'pool', 'retention'] as const;

const egressRow = z.object({
  /** When it was sent, ISO 8601. */
  at: z.iso.datetime(),
  host: z.string(),
  /** Where a redirect led; null if nowhere. */
  led_to: z.string().nullable().default(null),
  method: z.string(),
  reason: z.enum(REASONS),
  /** What it was about: the model, the recording or the event; `sound` or `all` where a rule deleted that. */
  about: z.string(),
  /** Recordings that a rule deleted: their names are not kept. */
  count: z.int().optional(),
  /** Bytes of the body that was sent. */
  sent: z.int().min(0),
  /** Bytes of the body that arrived so far. */
  received: z.int().min(0),
  /** Status of the response; null if there was none. */
  status: z.int().nullable(),
});

export type EgressRow = z.infer<typeof egressRow>;
export type EgressReason = EgressRow['reason'];

/** Older ones are forgotten. */
const MOST_ROWS = 1000;

/** Notes a request before it is sent; returns its key. */
export async function noteEgress(row: z.input<typeof egressRow>): Promise<number> {
  const parsed = egressRow.parse(row);
  return changeStores(['egress'], async (transaction) => {
    const store = transaction.objectStore('egress');
    const key = await store.add(parsed);
    const excess = (await store.count()) - MOST_ROWS;
    if (excess > 0) {
      const last = (await store.getAllKeys(null, excess)).at(-1);
      if (last !== undefined) await store.delete(IDBKeyRange.upperBound(last));
    }
    return key;
  });
}

/** Notes what a retention rule deleted. */
export async function noteRetention(about: 'sound' | 'all', count: number): Promise<void> {
  const at = new Date().toISOString();
  await noteEgress({
    at,
    host: '',
    method: 'DELETE',
    reason: 'retention',
    about,
    count,
    sent: 0,
    received: 0,
    status: null,
  });
  announce({ type: 'egress-changed' });
}

/** Notes what became of it. */
export async function completeEgress(
  key: number,
  end: Partial<Pick<EgressRow, 'received' | 'status' | 'led_to'>>,
): Promise<void> {
  await changeStores(['egress'], async (transaction) => {
    const store = transaction.objectStore('egress');
    const row = await store.get(key);
    if (row !== undefined) await store.put({ ...egressRow.parse(row), ...end }, key);
  });
  announce({ type: 'egress-changed' });
}

/** What has left the app's origin, newest first. */
export async function listEgress(): Promise<EgressRow[]> {
  const db = await database();
  return (await db.getAll('egress')).map((row) => egressRow.parse(row)).reverse();
}

export async function clearEgress(): Promise<void> {
  await changeStores(['egress'], (transaction) => transaction.objectStore('egress').clear());
  announce({ type: 'egress-changed' });
}
