import { readOperatorSettings } from '../../contract/clients/client-settings.ts';
import type { WebhookRecord } from '../../storage/notifications/notification-records.ts';
import { setWebhooks } from '../../storage/notifications/webhook-store.ts';
import { findKey, setKeys } from '../../storage/settings/key-store.ts';
import { setDeployedClients, updateSettings } from '../../storage/settings/settings-store.ts';
import { endLeftSessions } from '../live/end-left-sessions.ts';
import { pageTransport } from '../live/session-transport.ts';

/** What the settings of a gateway say, by now without the secrets of its keys. */
export interface GatewaySettings {
  /** Settings in the shape of /operator-settings.json. */
  operator: unknown;
  keys: { name: string; hash: string }[];
  webhooks: Omit<WebhookRecord, 'created_at'>[];
  callbackSecret: string | null;
}

/** Stores them in place of all earlier ones, before the first request. What a killed browser left unfinished goes on. */
export async function setUpGateway({
  operator,
  keys,
  webhooks,
  callbackSecret,
}: GatewaySettings): Promise<void> {
  // The service worker would go by those of the last start until it has read the new ones.
  await setDeployedClients({ ...readOperatorSettings(operator, location.origin), fault: null });
  await setKeys(keys);
  await setWebhooks(webhooks);
  await updateSettings(() => ({ callback_secret: callbackSecret }));
}

/** Ends the live sessions of an earlier gateway. Resolves with false while this page cannot serve them yet. */
export async function endSessionsLeft(): Promise<boolean> {
  const transport = pageTransport();
  if (transport) await endLeftSessions(transport);
  return transport !== null;
}

export const isKey = async (secret: string): Promise<boolean> => (await findKey(secret)) !== null;
export { correctTranscript, listModels } from '../agents/agent-library.ts';
