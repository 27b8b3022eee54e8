import { z } from '../../lib/zod.ts';
import { LIVE_WEBHOOK_EVENTS } from './live-events.ts';
import { liveMessage } from './live-message.ts';

/** Body of a callback of a live session: the message as its socket gets it. */
export const liveCallbackBody = z.object({
  id: z.uuid(),
  event: z.string().regex(/^live\./),
  payload: liveMessage,
});

/** Body of a webhook about a live session. */
export const liveWebhookBody = z.object({
  id: z.uuid(),
  event: z.enum(LIVE_WEBHOOK_EVENTS),
  payload: z.object({ id: z.uuid() }),
});

export type LiveCallbackBody = z.infer<typeof liveCallbackBody>;
export type LiveWebhookBody = z.infer<typeof liveWebhookBody>;
