import type { CallbackBody, WebhookBody } from '../../contract/jobs/notification.ts';
import type { NotificationEvent } from '../../contract/jobs/notification-events.ts';
import { failureParts, inOneText } from '../../lib/errors/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { JobRecord } from '../database/records.ts';
import type { DeliveryRecord, DeliveryTarget, WebhookRecord } from './notification-records.ts';

export interface PlannedDelivery {
  record: Omit<DeliveryRecord, 'sequence'>;
  /** JSON, as it is sent and signed. */
  body: string;
}

/** A delivery that waits for its first attempt. */
export const plannedDelivery = (
  given: Pick<DeliveryRecord, 'job_id' | 'event' | 'target' | 'created_at'>,
  body: unknown,
): PlannedDelivery => ({
  record: {
    id: newId(),
    ...given,
    state: 'waiting',
    attempts: 0,
    next_attempt_at: given.created_at,
    last: null,
  },
  body: JSON.stringify(body),
});

/** The event for a job's change; null if there is none. */
export function eventOfChange(before: JobRecord, after: JobRecord): NotificationEvent | null {
  if (before.status === after.status || before.status === 'done' || before.status === 'error') return null;
  if (after.status === 'done') return 'transcription.success';
  return after.status === 'error' ? 'transcription.error' : null;
}

/** Recipients and contents of a job's event (specification §6). */
export function planDeliveries(
  job: JobRecord,
  event: NotificationEvent,
  webhooks: readonly WebhookRecord[],
): PlannedDelivery[] {
  if (job.builds_on?.silent) return [];
  const created_at = new Date().toISOString();
  const plan = (target: DeliveryTarget, body: CallbackBody | WebhookBody) =>
    plannedDelivery({ job_id: job.id, event, target, created_at }, body);
  const body = event === 'transcription.created' ? null : callbackBodyOf(job, event);
  return [
    ...(body ? callbackTargets(job).map((target) => plan(target, body)) : []),
    ...webhooks
      .filter(({ enabled, events }) => enabled && events.includes(event))
      .map(({ id, url }) =>
        plan(
          { kind: 'webhook', webhook_id: id, url, method: 'POST' },
          { id: job.id, event, payload: { id: job.id } },
        ),
      ),
  ];
}

/** If the callback has the same URL, the deprecated one is called only once. */
function callbackTargets({ params }: JobRecord): DeliveryTarget[] {
  const { callback, callback_config: config, callback_url: old } = params;
  const targets: DeliveryTarget[] = [];
  if (callback && config) {
    targets.push({ kind: 'callback', webhook_id: null, url: config.url, method: config.method });
  }
  if (old !== undefined && !targets.some(({ url, method }) => url === old && method === 'POST')) {
    targets.push({ kind: 'callback_url', webhook_id: null, url: old, method: 'POST' });
  }
  return targets;
}

const NO_REASON = { code: 'internal', status: 500, message: 'The job failed.' };

function callbackBodyOf(
  { id, custom_metadata, result, error }: JobRecord,
  event: 'transcription.success' | 'transcription.error',
): CallbackBody {
  if (event === 'transcription.success') return { id, event, payload: result, custom_metadata };
  const failure = error ?? NO_REASON;
  return {
    id,
    event,
    error: { code: failure.status, message: inOneText(failureParts(failure)) },
    custom_metadata,
  };
}
