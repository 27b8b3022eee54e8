import { z } from 'zod';
import { notificationEvent } from '../contract/notification.ts';
import { httpUrl } from '../contract/request-configs.ts';

const dateTime = z.iso.datetime();

/** An address that is told of jobs, registered in the app's settings (specification §6). */
export const webhookRecord = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  url: httpUrl,
  events: z.array(notificationEvent),
  /** Signs each body; in clear, since signing needs it. */
  secret: z.string().min(1).nullable(),
  enabled: z.boolean(),
  created_at: dateTime,
});

/** Where a delivery goes. A webhook's present address counts, the one here is what it was at last. */
export const deliveryTarget = z.object({
  kind: z.enum(['callback', 'callback_url', 'webhook']),
  webhook_id: z.uuid().nullable(),
  url: httpUrl,
  method: z.enum(['POST', 'PUT']),
});

/** What became of an attempt: the status that was answered; null where there was no answer. */
const attemptOutcome = z.object({
  at: dateTime,
  status: z.int().nullable(),
  message: z.string(),
});

/** One event for one target. Its body lies in a store of its own under its id. */
export const deliveryRecord = z.object({
  /** Given by the database: deliveries of one job to one target are made in this order. */
  sequence: z.int(),
  id: z.uuid(),
  job_id: z.uuid(),
  event: notificationEvent,
  target: deliveryTarget,
  state: z.enum(['waiting', 'delivered', 'given-up']),
  created_at: dateTime,
  attempts: z.int().min(0),
  next_attempt_at: dateTime,
  last: attemptOutcome.nullable(),
});

export type WebhookRecord = z.infer<typeof webhookRecord>;
export type DeliveryTarget = z.infer<typeof deliveryTarget>;
export type DeliveryRecord = z.infer<typeof deliveryRecord>;
export type AttemptOutcome = z.infer<typeof attemptOutcome>;

/** A delivery as it was stored; null, with a note in the log, for one that cannot be read: it must not stop the others. */
export function readDelivery(value: unknown): DeliveryRecord | null {
  const parsed = deliveryRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  console.error('A stored delivery cannot be read and is skipped.', parsed.error);
  return null;
}
