import { onChannelMessage } from '../../contract/realms/channel.ts';
import type { EgressRow } from '../../network/egress-store.ts';

export type { EgressRow };

const store = () => import('../../network/egress-store.ts');

/** What has left the app's origin, newest first. */
export const listEgress = async (): Promise<EgressRow[]> => (await store()).listEgress();

export const clearEgress = async (): Promise<void> => (await store()).clearEgress();

/** Calls `changed` whenever a request was sent, until the signal aborts. */
export function watchEgress(changed: () => void, signal: AbortSignal): void {
  onChannelMessage(({ type }) => {
    if (type === 'egress-changed') changed();
  }, signal);
}
