import { z } from '../../lib/zod.ts';

/** Events of a job (specification §6). Beside their bodies, which only Vite loads, because of the add-ons in them. */
export const NOTIFICATION_EVENTS = [
  'transcription.created',
  'transcription.success',
  'transcription.error',
] as const;

export const notificationEvent = z.enum(NOTIFICATION_EVENTS);

export type NotificationEvent = z.infer<typeof notificationEvent>;
