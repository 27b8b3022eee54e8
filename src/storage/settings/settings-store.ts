import {
  type ClientSettings,
  clientSettings,
  mergeClientSettings,
} from '../../contract/clients/client-settings.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { verbatim } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { type Settings, settings } from '../database/records.ts';

const KEY = 'settings';
const DEPLOYED_KEY = 'deployed-clients';

export const getSettings = async (): Promise<Settings> => (await storedSettings()) ?? settings.parse({});

/** The same, but null if nothing was ever stored, or all was deleted. */
export async function storedSettings(): Promise<Settings | null> {
  const value = await (await database()).get('settings', KEY);
  return value === undefined ? null : settings.parse(value);
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

/** What the settings say about existing clients. */
export type StoredClients = Promise<Pick<Settings, 'clients' | 'page_clients'>>;

/** Represents all pages: a worker does not say which page started it. */
export const ANY_PAGE = '*';

/**
 * The client settings for a page's requests, by its path: the operator's file, the app's settings and the page's own.
 * Throws AppError 500 if the operator's file is invalid: a typo must not open the door.
 *
 * @param readDeployed reads the operator's file, which is asked for where nothing is known of it
 */
export async function clientSettingsFor(
  page: () => Promise<string | null>,
  stored: StoredClients = getSettings(),
  readDeployed?: () => Promise<DeployedClients | null>,
): Promise<ClientSettings> {
  // What it returns, not what is stored then: that may be deleted again already.
  const known = async () => (await deployedClients()) ?? readDeployed?.();
  const [{ clients, page_clients }, deployed] = await Promise.all([stored, known()]);
  if (deployed && deployed.fault !== null) throw new AppError('internal', verbatim(deployed.fault));
  const path = Object.keys(page_clients).length > 0 ? await page() : null;
  const own = Object.entries(page_clients).flatMap(([of, theirs]) =>
    path === ANY_PAGE || path === of ? [theirs] : [],
  );
  return mergeClientSettings([...(deployed ? [deployed.clients] : []), clients, ...own]);
}

/** The operator's file as last read; `fault` says what is wrong with it. */
const deployedClientsRecord = z.object({
  clients: clientSettings,
  /** Null if the file does not say. */
  private_addresses: z.boolean().nullable().default(null),
  server_fetches: z.boolean().default(false),
  prefers_own_models: z.boolean().default(false),
  fault: z.string().nullable(),
});

export type DeployedClients = z.infer<typeof deployedClientsRecord>;

/** The last known content of the operator's file; null if it was never read. */
export async function deployedClients(): Promise<DeployedClients | null> {
  const value = await (await database()).get('settings', DEPLOYED_KEY);
  return value === undefined ? null : deployedClientsRecord.parse(value);
}

export async function setDeployedClients(deployed: DeployedClients): Promise<void> {
  if (JSON.stringify(await deployedClients()) === JSON.stringify(deployed)) return;
  await changeStores(['settings'], (transaction) =>
    transaction.objectStore('settings').put(deployedClientsRecord.parse(deployed), DEPLOYED_KEY),
  );
}

/** Stores a page's own client settings (null for none), merged if other pages share its path; returns the result. */
export async function setPageClients(
  page: string,
  wanted: ClientSettings | null,
  isShared = false,
): Promise<ClientSettings | null> {
  const next = (now: ClientSettings | null) =>
    isShared && now ? mergeClientSettings(wanted ? [now, wanted] : [now]) : wanted;
  const current = (await getSettings()).page_clients[page] ?? null;
  if (JSON.stringify(next(current)) === JSON.stringify(current)) return current;
  const { page_clients } = await updateSettings(({ page_clients: { [page]: now, ...others } }) => {
    const changed = next(now ?? null);
    return { page_clients: changed ? { ...others, [page]: changed } : others };
  });
  return page_clients[page] ?? null;
}
