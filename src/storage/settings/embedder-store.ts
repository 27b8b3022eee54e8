import { announce } from '../../contract/realms/channel.ts';
import { newId } from '../../lib/ids.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { readStores } from '../database/database.ts';
import { keyRecord } from '../database/records.ts';
import { newSecret } from './key-store.ts';

/** The decision about an origin whose pages embed the app. */
const embedder = z.discriminatedUnion('allowed', [
  z.object({
    allowed: z.literal(true),
    by: z.enum(['user', 'operator']),
    decided_at: z.iso.datetime(),
    key_id: z.string(),
    /** Secret of its key; in clear text, because the frame must send it. */
    secret: z.string(),
  }),
  z.object({ allowed: z.literal(false), by: z.literal('user'), decided_at: z.iso.datetime() }),
]);

const embedders = z.record(z.string(), embedder);

export type Embedder = z.infer<typeof embedder>;

/** Stored beside the settings. */
const KEY = 'embedders';

/** Decisions by origin; an origin whose key was revoked counts as unknown. */
export async function listEmbedders(): Promise<Map<string, Embedder>> {
  const [decided, keys] = await readStores((db) => {
    const transaction = db.transaction(['settings', 'keys']);
    return Promise.all([
      transaction.objectStore('settings').get(KEY),
      transaction.objectStore('keys').getAll(),
    ]);
  });
  const stored = embedders.parse(decided ?? {});
  const revoked = new Set(
    keys
      .map((value) => keyRecord.parse(value))
      .flatMap(({ id, revoked_at }) => (revoked_at === null ? [] : [id])),
  );
  const known = Object.entries(stored).filter(([, one]) => !one.allowed || !revoked.has(one.key_id));
  return new Map(known);
}

export async function getEmbedder(origin: string): Promise<Embedder | null> {
  return (await listEmbedders()).get(origin) ?? null;
}

/** Allows an origin, creates its key if necessary and returns the key's secret. */
export async function allowEmbedder(origin: string, by: 'user' | 'operator'): Promise<string> {
  const { secret, kept } = await newSecret();
  const current = await changeStores(['settings', 'keys'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const keys = transaction.objectStore('keys');
    const stored = embedders.parse((await settings.get(KEY)) ?? {});
    const known = stored[origin];
    const key = known?.allowed ? keyRecord.safeParse(await keys.get(known.key_id)).data : undefined;
    // Another frame of the origin may have been faster.
    if (known?.allowed && key?.revoked_at === null) return known.secret;
    const now = new Date().toISOString();
    const made = keyRecord.parse({
      id: newId(),
      name: origin,
      ...kept,
      origin,
      created_at: now,
      last_used_at: null,
      revoked_at: null,
    });
    const allowed: Embedder = { allowed: true, by, decided_at: now, key_id: made.id, secret };
    await Promise.all([keys.add(made), settings.put({ ...stored, [origin]: allowed }, KEY)]);
    return secret;
  });
  if (current === secret) announce({ type: 'settings-changed' });
  return current;
}

/** Stores that the user refused an origin; its key is revoked, its jobs remain. */
export function refuseEmbedder(origin: string): Promise<void> {
  return change(origin, { allowed: false, by: 'user', decided_at: new Date().toISOString() });
}

/** Deletes the decision about an origin, so that it must be made again. Its key is revoked, its jobs remain. */
export function forgetEmbedder(origin: string): Promise<void> {
  return change(origin, null);
}

async function change(origin: string, decided: Embedder | null): Promise<void> {
  await changeStores(['settings', 'keys'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const keys = transaction.objectStore('keys');
    const { [origin]: before, ...others } = embedders.parse((await settings.get(KEY)) ?? {});
    const value = before?.allowed ? await keys.get(before.key_id) : undefined;
    const key = value === undefined ? null : keyRecord.parse(value);
    const revoked_at = key?.revoked_at ?? new Date().toISOString();
    await Promise.all([
      settings.put(decided ? { ...others, [origin]: decided } : others, KEY),
      ...(key ? [keys.put({ ...key, revoked_at })] : []),
    ]);
  });
  announce({ type: 'settings-changed' });
}
