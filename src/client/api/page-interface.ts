import type { SessionTransport } from '../../contract/realms/live-connection.ts';
import type * as GatewayPage from '../app/gateway-page.ts';
import type { LiveSocket } from '../live/live-socket.ts';
import { sessionTransport } from '../live/session-transport.ts';
import type { PoolEntry } from '../settings/pool-settings.ts';
import { apiClient } from './api-client.ts';
import { serviceKey } from './service-key.ts';
import { type SpeechClient, speechClient } from './speech-client.ts';
import { type TranslateText, translateText } from './translate-text.ts';

/** What pages offer to scripts as `globalThis.earshot`, and to other pages of the origin from `/earshot.js`. */
export interface PageInterface extends SpeechClient {
  /** The key to send as `x-service-key`. */
  key(): Promise<string>;
  /** Translates texts that no recording belongs to, with what is installed. Nothing is stored. */
  translateText: TranslateText;
}

/** What the app's own page offers besides, to the command line. */
export interface AppInterface extends PageInterface {
  /** Joins a pool; null leaves it. */
  setPool(entry: PoolEntry | null): Promise<void>;
  /** Connects to the `url` of a live session, which this page serves, or in another way than it. */
  openLiveSocket(url: string, transport?: SessionTransport): Promise<LiveSocket>;
  /** For a gateway and its agents, in a browser without a user. */
  gateway(): Promise<typeof GatewayPage>;
}

declare global {
  var earshot: AppInterface;
}

export const pageInterface: PageInterface = {
  ...speechClient(apiClient),
  key: serviceKey,
  translateText,
};

/** Call once, at page start. */
export function offerPageInterface(): void {
  globalThis.earshot = {
    ...pageInterface,
    setPool: async (entry) => {
      const { leavePool, setPool } = await import('../settings/pool-settings.ts');
      await (entry === null ? leavePool() : setPool(entry));
    },
    openLiveSocket: async (url, transport = sessionTransport()) => {
      const { LiveSocket } = await import('../live/live-socket.ts');
      return new LiveSocket(url, transport);
    },
    gateway: () => import('../app/gateway-page.ts'),
  };
}
