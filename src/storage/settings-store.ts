import { type ClientSettings, mergeClientSettings } from '../contract/client-settings.ts';
import { announce } from '../lib/channel.ts';
import { changeStores } from './change-stores.ts';
import { database } from './database.ts';
import { type Settings, settings } from './records.ts';

const KEY = 'settings';

export async function getSettings(): Promise<Settings> {
  const db = await database();
  return settings.parse((await db.get('settings', KEY)) ?? {});
}

/** Changes settings in one transaction and notifies the other realms. */
export async function updateSettings(change: (current: Settings) => Partial<Settings>): Promise<Settings> {
  const changed = await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const current = settings.parse((await store.get(KEY)) ?? {});
    const next = settings.parse({ ...current, ...change(current) });
    await store.put(next, KEY);
    return next;
  });
  announce({ type: 'settings-changed' });
  return changed;
}

/** The client settings for a page's requests, by its path: the app's settings and its own. */
export async function clientSettingsFor(page: () => Promise<string | null>): Promise<ClientSettings> {
  const { clients, page_clients } = await getSettings();
  const path = Object.keys(page_clients).length > 0 ? await page() : null;
  const own = path === null ? undefined : page_clients[path];
  return mergeClientSettings(own ? [clients, own] : [clients]);
}

/** Stores a page's own client settings; null for none. */
export async function setPageClients(page: string, wanted: ClientSettings | null): Promise<void> {
  const { page_clients } = await getSettings();
  if (JSON.stringify(page_clients[page] ?? null) === JSON.stringify(wanted)) return;
  await updateSettings(({ page_clients: { [page]: _, ...others } }) => ({
    page_clients: wanted ? { ...others, [page]: wanted } : others,
  }));
}
