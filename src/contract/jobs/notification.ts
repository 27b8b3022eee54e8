import { z } from '../../lib/zod.ts';
import { transcriptionResult } from '../transcripts/transcription-result.ts';
import { notificationEvent } from './notification-events.ts';

/** Body of a webhook: the id of the job, once more in `payload`, where clients of the hosted service read it. */
export const webhookBody = z.object({
  id: z.uuid(),
  event: notificationEvent,
  payload: z.object({ id: z.uuid() }),
});

const common = { id: z.uuid(), custom_metadata: z.record(z.string(), z.unknown()).nullable() };

/** Body of a callback, and of the deprecated `callback_url`: the result, or the error. */
export const callbackBody = z.discriminatedUnion('event', [
  z.object({ ...common, event: z.literal('transcription.success'), payload: transcriptionResult.nullable() }),
  z.object({
    ...common,
    event: z.literal('transcription.error'),
    error: z.object({ code: z.int().min(400).max(599), message: z.string() }),
  }),
]);

export type WebhookBody = z.infer<typeof webhookBody>;
export type CallbackBody = z.infer<typeof callbackBody>;
