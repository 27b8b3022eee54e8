import { inApp } from '../../lib/addresses/app-base.ts';
import { plainAddress } from '../clients/base-address.ts';

/** Where the app's server has no file: only the service worker answers there. */
export const RELAY_PATH = '/relay';

const NAME = 'to';

/** The address by which a request for another host reaches the service worker, and that host never. */
export const relayTo = (url: URL): string =>
  `${inApp(RELAY_PATH)}?${new URLSearchParams({ [NAME]: plainAddress(url) })}`;

/** The address that a relayed request is for; null if it names none. */
export function relayedTo(address: string): string | null {
  const to = new URL(address).searchParams.get(NAME) ?? '';
  return URL.canParse(to) ? to : null;
}
