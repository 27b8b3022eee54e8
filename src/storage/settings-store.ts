import { announce } from '../lib/channel.ts';
import { database } from './database.ts';
import { type Settings, settings } from './records.ts';

const KEY = 'settings';

export async function getSettings(): Promise<Settings> {
  const db = await database();
  return settings.parse((await db.get('settings', KEY)) ?? {});
}

/** Changes settings in one transaction, and tells the other realms. */
export async function updateSettings(change: (current: Settings) => Partial<Settings>): Promise<Settings> {
  const db = await database();
  const transaction = db.transaction('settings', 'readwrite');
  const current = settings.parse((await transaction.store.get(KEY)) ?? {});
  const changed = settings.parse({ ...current, ...change(current) });
  await transaction.store.put(changed, KEY);
  await transaction.done;
  announce({ type: 'settings-changed' });
  return changed;
}
