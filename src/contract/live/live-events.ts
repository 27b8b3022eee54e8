import { z } from '../../lib/zod.ts';
import { NOTIFICATION_EVENTS } from '../jobs/notification-events.ts';

/** Events of live sessions that webhooks receive. */
export const LIVE_WEBHOOK_EVENTS = [
  'live.start_session',
  'live.start_recording',
  'live.end_recording',
  'live.end_session',
] as const;

/** All that a webhook may subscribe to. */
export const WEBHOOK_EVENTS = [...NOTIFICATION_EVENTS, ...LIVE_WEBHOOK_EVENTS] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);

export type WebhookEvent = z.infer<typeof webhookEvent>;
export type LiveEvent = `live.${string}`;
