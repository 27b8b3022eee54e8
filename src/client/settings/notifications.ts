import { WEBHOOK_EVENTS as ALL, type WebhookEvent } from '../../contract/live/live-events.ts';
import { onChannelMessage } from '../../contract/realms/channel.ts';
import type { DeliveryRecord, WebhookRecord } from '../../storage/notifications/notification-records.ts';
import { listDeliveries, sendAgain } from '../../storage/notifications/outbox.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  type WebhookFields,
} from '../../storage/notifications/webhook-store.ts';

export type { WebhookEvent, WebhookFields };

/** The events a webhook can subscribe to. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = ALL;

/** A registered webhook (specification §6). */
export interface Webhook extends WebhookFields {
  id: string;
}

/** One line of the delivery log. */
export interface Delivery {
  /** Sent as `x-earshot-delivery`. */
  id: string;
  jobId: string;
  event: DeliveryRecord['event'];
  kind: DeliveryRecord['target']['kind'];
  /** Null for a callback. */
  webhookId: string | null;
  url: string;
  state: DeliveryRecord['state'];
  createdAt: Date;
  attempts: number;
  /** Null if it is no longer waiting. */
  nextAttemptAt: Date | null;
  /** Result of the last attempt, for people; null before the first. */
  outcome: string | null;
  outcomeAt: Date | null;
}

const toWebhook = ({ created_at: _, ...webhook }: WebhookRecord): Webhook => webhook;

const toDelivery = (delivery: DeliveryRecord): Delivery => ({
  id: delivery.id,
  jobId: delivery.job_id,
  event: delivery.event,
  kind: delivery.target.kind,
  webhookId: delivery.target.webhook_id,
  url: delivery.target.url,
  state: delivery.state,
  createdAt: new Date(delivery.created_at),
  attempts: delivery.attempts,
  nextAttemptAt: delivery.state === 'waiting' ? new Date(delivery.next_attempt_at) : null,
  outcome: delivery.last?.message ?? null,
  outcomeAt: delivery.last && new Date(delivery.last.at),
});

/** Webhooks and their deliveries. Errors: 400 for invalid fields, 404 for deleted entries. */
export const notificationsClient = {
  webhooks: async (): Promise<Webhook[]> => (await listWebhooks()).map(toWebhook),
  add: async (fields: WebhookFields): Promise<Webhook> => toWebhook(await addWebhook(fields)),
  change: async (id: string, fields: WebhookFields): Promise<Webhook> =>
    toWebhook(await changeWebhook(id, fields)),
  remove: (id: string): Promise<void> => deleteWebhook(id),
  /** The latest deliveries, newest first. */
  deliveries: async (limit: number): Promise<Delivery[]> => (await listDeliveries(limit)).map(toDelivery),
  /** Resends a delivery under the same id; fails if its webhook was deleted. */
  sendAgain: (id: string): Promise<void> => sendAgain(id),
  /** Calls `changed` whenever a webhook or a delivery changed, until the signal aborts. */
  watch: (changed: () => void, signal: AbortSignal): void =>
    onChannelMessage(({ type }) => {
      if (type === 'deliveries-changed') changed();
    }, signal),
};
