import { notificationEvent } from '../../contract/jobs/notification-events.ts';
import { httpUrl } from '../../contract/jobs/request-configs.ts';
import { type LiveEvent, webhookEvent } from '../../contract/live/live-events.ts';
import { z } from '../../lib/zod.ts';

const dateTime = z.iso.datetime();
const liveEvent = z.custom<LiveEvent>((value) => typeof value === 'string' && value.startsWith('live.'));

/** A URL that receives job events, registered in the app's settings (specification §6). */
export const webhookRecord = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  url: httpUrl,
  events: z.array(webhookEvent),
  /** Signs each body; in clear text, because signing needs it. */
  secret: z.string().min(1).nullable(),
  enabled: z.boolean(),
  created_at: dateTime,
});

/** Target of a delivery. A webhook's current URL counts; the one here is its last known. */
export const deliveryTarget = z.object({
  kind: z.enum(['callback', 'callback_url', 'webhook']),
  webhook_id: z.uuid().nullable(),
  url: httpUrl,
  method: z.enum(['POST', 'PUT']),
});

/** Result of an attempt: the response status; null if there was no response. */
const attemptOutcome = z.object({
  at: dateTime,
  status: z.int().nullable(),
  message: z.string(),
});

/** One event for one target. Its body is in a separate store under its id. */
export const deliveryRecord = z.object({
  /** Assigned by the database: deliveries of one job to one target are made in this order. */
  sequence: z.int(),
  id: z.uuid(),
  job_id: z.uuid(),
  event: z.union([notificationEvent, liveEvent]),
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

/** A stored delivery; null, with a log entry, if it is unreadable, because it must not stop the others. */
export function readDelivery(value: unknown): DeliveryRecord | null {
  const parsed = deliveryRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  console.error('A stored delivery cannot be read and is skipped.', parsed.error);
  return null;
}
