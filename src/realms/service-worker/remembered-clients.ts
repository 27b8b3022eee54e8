import type { ClientSettings } from '../../contract/clients/client-settings.ts';
import type { Settings } from '../../storage/database/records.ts';
import { getSettings, storedSettings } from '../../storage/settings/settings-store.ts';

/** What the settings said when they were last read. */
let last: Pick<Settings, 'clients' | 'page_clients'> | null = null;
/** What the pages of each path have said. */
const said = new Map<string, ClientSettings>();

/**
 * The settings of clients, as this worker saw them last: deleting the site's data must not open the door to open pages.
 */
export async function rememberedClients(): Promise<Pick<Settings, 'clients' | 'page_clients'>> {
  const stored = await storedSettings();
  if (stored) last = stored;
  const { clients, page_clients } = last ?? (await getSettings());
  return { clients, page_clients: { ...page_clients, ...Object.fromEntries(said) } };
}

export function rememberPage(path: string, clients: ClientSettings | null): void {
  if (clients) said.set(path, clients);
  else said.delete(path);
}
