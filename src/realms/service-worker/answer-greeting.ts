import { baseOf } from '../../contract/clients/base-address.ts';
import type { GreetingAnswer, PageGreeting } from '../../contract/realms/page-greeting.ts';
import { APP_PREFIX } from '../../lib/addresses/app-base.ts';
import { acceptPageClients } from '../../service/page-clients.ts';
import { clientSettingsFor, type DeployedClients } from '../../storage/settings/settings-store.ts';
import { rememberedClients, rememberPage } from './remembered-clients.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Takes control of a page that is about to send requests, applies its configuration, and returns which of its addresses
 * are answered here. `readDeployed` reads the operator's file, where nothing is stored of it.
 */
export async function answerGreeting(
  { source, data, ports }: ExtendableMessageEvent,
  readDeployed: () => Promise<DeployedClients>,
): Promise<void> {
  // A worker that a newer one has replaced cannot: the page asks that one next.
  await self.clients.claim().catch(console.info);
  const answer = await answerTo(data, source, readDeployed).catch((error: unknown) => ({
    ...NOTHING,
    fault: error instanceof Error ? error.message : String(error),
  }));
  ports[0]?.postMessage(answer);
}

const NOTHING: GreetingAnswer = { fault: null, elsewhere: [], isSetUp: false, relays: true };

async function answerTo(
  { config, withdraws, addresses }: PageGreeting,
  source: ExtendableMessageEvent['source'],
  readDeployed: () => Promise<DeployedClients>,
): Promise<GreetingAnswer> {
  const { origin, pathname } = new URL(source instanceof Client ? source.url : self.location.href);
  if (config !== undefined || withdraws) {
    const isShared = await isOpenElsewhere(pathname, source);
    rememberPage(pathname, await acceptPageClients(pathname, config, origin, isShared));
  }
  if (!addresses) return NOTHING;
  const path = async () => pathname;
  const { base_addresses } = await clientSettingsFor(path, rememberedClients(), readDeployed);
  const bases = [origin + APP_PREFIX, ...base_addresses];
  return {
    ...NOTHING,
    elsewhere: addresses.filter((address) => baseOf(address, bases) === null),
    isSetUp: config !== undefined || base_addresses.length > 0,
  };
}

/** Whether another page of this path is open. */
async function isOpenElsewhere(path: string, source: ExtendableMessageEvent['source']): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = source instanceof Client ? source.id : null;
  return pages.some(({ id, url }) => id !== own && new URL(url).pathname === path);
}
