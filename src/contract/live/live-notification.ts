import { z } from '../../lib/zod.ts';
import { NOTIFICATION_EVENTS } from '../jobs/notification.ts';
import { liveMessage } from './live-message.ts';

/** Events of live sessions that webhooks are told. */
export const LIVE_WEBHOOK_EVENTS = [
  'live.start_session',
  'live.start_recording',
  'live.end_recording',
  'live.end_session',
] as const;

/** All that a webhook may subscribe to. */
export const WEBHOOK_EVENTS = [...NOTIFICATION_EVENTS, ...LIVE_WEBHOOK_EVENTS] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);

/** Body of a callback of a live session: the message as its socket gets it. */
export const liveCallbackBody = z.object({
  id: z.uuid(),
  event: z.string().regex(/^live\./),
  payload: liveMessage,
});

/** Body of a webhook about a live session. */
export const liveWebhookBody = z.object({
  event: z.enum(LIVE_WEBHOOK_EVENTS),
  payload: z.object({ id: z.uuid() }),
});

export type WebhookEvent = z.infer<typeof webhookEvent>;
export type LiveEvent = `live.${string}`;
export type LiveCallbackBody = z.infer<typeof liveCallbackBody>;
export type LiveWebhookBody = z.infer<typeof liveWebhookBody>;
