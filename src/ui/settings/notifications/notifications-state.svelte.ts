import {
  type Delivery,
  notificationsClient,
  type Webhook,
  type WebhookFields,
} from '../../../client/settings/notifications.ts';
import { getSettings, updateSettings, watchSettings } from '../../../client/settings/settings.ts';
import { coalesceCalls } from '../../../lib/coalesce-calls.ts';
import { messageOf } from '../../parts/message-of.ts';
import { runAction } from '../../parts/user-actions.ts';

const LOG_LENGTH = 50;

/** Webhooks, the delivery log and whether system notifications are on. */
export class NotificationsState {
  webhooks = $state.raw<Webhook[]>([]);
  deliveries = $state.raw<Delivery[]>([]);
  callbackSecret = $state('');
  systemWanted = $state(false);
  fault = $state<string | null>(null);

  watch(signal: AbortSignal): void {
    const load = () => void this.load();
    notificationsClient.watch(load, signal);
    watchSettings(load, signal);
    load();
  }

  readonly load = coalesceCalls(async () => {
    try {
      this.webhooks = await notificationsClient.webhooks();
      this.deliveries = await notificationsClient.deliveries(LOG_LENGTH);
      const settings = await getSettings();
      this.callbackSecret = settings.callback_secret ?? '';
      this.systemWanted = settings.system_notifications;
    } catch (error) {
      this.fault = messageOf(error);
    }
  });

  /** Adds a webhook, or changes the one with this id. True if it was saved. */
  save(id: string | null, fields: WebhookFields): Promise<boolean> {
    return this.attempt(async () => {
      if (id === null) await notificationsClient.add(fields);
      else await notificationsClient.change(id, fields);
    });
  }

  remove(id: string): Promise<boolean> {
    return this.attempt(() => notificationsClient.remove(id));
  }

  sendAgain(id: string): Promise<boolean> {
    return this.attempt(() => notificationsClient.sendAgain(id));
  }

  setCallbackSecret(secret: string): Promise<boolean> {
    return this.attempt(async () => {
      await updateSettings({ callback_secret: secret || null });
    });
  }

  /** Runs a user's action and shows its error. */
  async attempt(action: () => Promise<void>): Promise<boolean> {
    this.fault = null;
    try {
      await runAction(action);
      return true;
    } catch (error) {
      this.fault = messageOf(error);
      return false;
    }
  }
}
