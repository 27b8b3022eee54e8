import { isPrivateAddress } from '../../lib/addresses/private-address.ts';
import { shownAddress } from '../../lib/addresses/shown-address.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { deployedClients, getSettings } from './settings-store.ts';

/**
 * Why nothing may be fetched from an address or sent to it; null if it may. Private addresses are for apps that are
 * themselves served from one, unless the operator's file says otherwise, or else the app's settings.
 */
export async function unreachable(address: string): Promise<Message | null> {
  // Absent in Node, and "null" where a realm has no origin.
  const own: string | undefined = globalThis.location?.origin;
  if (!isPrivateAddress(address) || new URL(address).origin === own) return null;
  const [settings, deployed] = await Promise.all([getSettings(), deployedClients()]);
  const allowed =
    deployed?.private_addresses ??
    settings.private_addresses ??
    (own === undefined || (own !== 'null' && isPrivateAddress(own)));
  if (allowed) return null;
  const shown = shownAddress(address);
  return deployed?.private_addresses === false
    ? msg`${shown} is an address of a private network, which the operator of this app does not allow`
    : msg`${shown} is an address of a private network, which this app does not allow`;
}
