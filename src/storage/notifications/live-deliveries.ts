import { LIVE_WEBHOOK_EVENTS, type LiveEvent, type WebhookEvent } from '../../contract/live/live-events.ts';
import { isWanted, type LiveMessage } from '../../contract/live/live-message.ts';
import type { LiveCallbackBody } from '../../contract/live/live-notification.ts';
import { announce } from '../../contract/realms/channel.ts';
import { changeStores } from '../database/change-stores.ts';
import type { LiveSessionRecord } from '../live/live-store.ts';
import { type DeliveryTarget, webhookRecord } from './notification-records.ts';
import { OUTBOX, outboxOf } from './outbox.ts';
import { type PlannedDelivery, plannedDelivery } from './plan-deliveries.ts';

/** Whether a message of a session may have a receiver. */
export function mayBeDelivered({ params }: Pick<LiveSessionRecord, 'params'>, message: LiveMessage): boolean {
  const { callback, callback_config } = params;
  const isCalled = callback && callback_config !== undefined && isWanted(message, callback_config);
  return isCalled || isForWebhooks(message);
}

const eventOf = ({ type }: LiveMessage): LiveEvent => `live.${type}`;
const isForWebhooks = (message: LiveMessage) =>
  LIVE_WEBHOOK_EVENTS.some((event) => event === eventOf(message));

/** Writes a session's message to the outbox: for its callback, if that asks for it, and for the webhooks of its event. */
export async function addLiveDeliveries(
  { id, params }: Pick<LiveSessionRecord, 'id' | 'params'>,
  message: LiveMessage,
): Promise<void> {
  const event = eventOf(message);
  const { callback, callback_config: config } = params;
  const announced = await changeStores([...OUTBOX], async (transaction, again) => {
    // A second time, it may be there: better that a receiver gets nothing twice.
    if (again) return 0;
    const { webhooks, deliveries, bodies } = outboxOf(transaction);
    const planned: PlannedDelivery[] = [];
    if (callback && config && isWanted(message, config)) {
      const body: LiveCallbackBody = { id, event, payload: message };
      planned.push(
        plan(id, event, { kind: 'callback', webhook_id: null, url: config.url, method: 'POST' }, body),
      );
    }
    for (const row of isForWebhooks(message) ? await webhooks.getAll() : []) {
      const { data: webhook } = webhookRecord.safeParse(row);
      if (!webhook?.enabled || !webhook.events.some((one: WebhookEvent) => one === event)) continue;
      const target: DeliveryTarget = {
        kind: 'webhook',
        webhook_id: webhook.id,
        url: webhook.url,
        method: 'POST',
      };
      planned.push(plan(id, event, target, { id, event, payload: { id } }));
    }
    await Promise.all(
      planned.flatMap(({ record, body }) => [deliveries.add(record), bodies.add(body, record.id)]),
    );
    return planned.length;
  });
  if (announced > 0) announce({ type: 'deliveries-changed' });
}

const plan = (job_id: string, event: LiveEvent, target: DeliveryTarget, body: unknown): PlannedDelivery =>
  plannedDelivery({ job_id, event, target, created_at: new Date().toISOString() }, body);
