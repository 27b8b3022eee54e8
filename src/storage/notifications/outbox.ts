import type { NotificationEvent } from '../../contract/jobs/notification-events.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { changeStores } from '../database/change-stores.ts';
import { database, readStores } from '../database/database.ts';
import type { JobRecord } from '../database/records.ts';
import { type DeliveryRecord, deliveryRecord, readDelivery, webhookRecord } from './notification-records.ts';
import { planDeliveries } from './plan-deliveries.ts';

/** Stores needed in a transaction that creates events. */
export const OUTBOX = ['webhooks', 'deliveries', 'delivery-bodies'] as const;

interface OutboxStores {
  webhooks: { getAll(): Promise<unknown[]> };
  deliveries: { add(delivery: unknown): Promise<unknown> };
  bodies: { add(body: string, id: string): Promise<unknown> };
}

/** The stores of a transaction that includes `OUTBOX`. */
export const outboxOf = (transaction: {
  objectStore(name: 'webhooks'): OutboxStores['webhooks'];
  objectStore(name: 'deliveries'): OutboxStores['deliveries'];
  objectStore(name: 'delivery-bodies'): OutboxStores['bodies'];
}): OutboxStores => ({
  webhooks: transaction.objectStore('webhooks'),
  deliveries: transaction.objectStore('deliveries'),
  bodies: transaction.objectStore('delivery-bodies'),
});

/**
 * Prepares an event's deliveries in the job's own transaction. `write` starts the writes and returns their promises.
 */
export async function prepareDeliveries(
  { webhooks, deliveries, bodies }: OutboxStores,
  job: JobRecord,
  event: NotificationEvent,
): Promise<{ count: number; write: () => Promise<unknown>[] }> {
  const registered = (await webhooks.getAll()).map((value) => webhookRecord.parse(value));
  const planned = planDeliveries(job, event, registered);
  return {
    count: planned.length,
    write: () => planned.flatMap(({ record, body }) => [deliveries.add(record), bodies.add(body, record.id)]),
  };
}

/** Pending deliveries in order of their events. */
export async function waitingDeliveries(): Promise<DeliveryRecord[]> {
  const db = await database();
  const values = await db.getAllFromIndex('deliveries', 'by-state', 'waiting');
  return values.map(readDelivery).filter((delivery) => delivery !== null);
}

/** The latest deliveries, newest first. */
export async function listDeliveries(limit: number): Promise<DeliveryRecord[]> {
  return readStores(async (db) => {
    const found: DeliveryRecord[] = [];
    let cursor = await db.transaction('deliveries').store.openCursor(null, 'prev');
    while (cursor && found.length < limit) {
      const delivery = readDelivery(cursor.value);
      if (delivery) found.push(delivery);
      cursor = await cursor.continue();
    }
    return found;
  });
}

/** A delivery's current state and its body; null if it was deleted or is no longer pending. */
export async function readWaiting(sequence: number): Promise<(DeliveryRecord & { body: string }) | null> {
  return readStores(async (db) => {
    const transaction = db.transaction(['deliveries', 'delivery-bodies']);
    const value = await transaction.objectStore('deliveries').get(sequence);
    if (value === undefined) return null;
    const delivery = deliveryRecord.parse(value);
    const body = await transaction.objectStore('delivery-bodies').get(delivery.id);
    return delivery.state === 'waiting' && body !== undefined ? { ...delivery, body } : null;
  });
}

/** Records the result of an attempt. After the last one of a deleted job, the delivery is deleted, too. */
export async function noteAttempt(
  sequence: number,
  change: (delivery: DeliveryRecord) => Partial<DeliveryRecord>,
): Promise<void> {
  const isKnown = await changeStores(['jobs', 'deliveries', 'delivery-bodies'], async (transaction) => {
    const deliveries = transaction.objectStore('deliveries');
    const value = await deliveries.get(sequence);
    if (value === undefined) return false;
    const before = deliveryRecord.parse(value);
    const after = deliveryRecord.parse({ ...before, ...change(before) });
    const orphan =
      after.state !== 'waiting' && (await transaction.objectStore('jobs').getKey(after.job_id)) === undefined;
    if (orphan) {
      await Promise.all([
        deliveries.delete(sequence),
        transaction.objectStore('delivery-bodies').delete(after.id),
      ]);
    } else await deliveries.put(after);
    return true;
  });
  if (isKnown) announce({ type: 'deliveries-changed' });
}

/**
 * Resends a delivery under its id, by which a receiver can recognise it. Throws 404 if it or its webhook was deleted.
 */
export async function sendAgain(id: string, now = new Date()): Promise<void> {
  await changeStores(['webhooks', 'deliveries'], async (transaction) => {
    const deliveries = transaction.objectStore('deliveries');
    const value = await deliveries.index('by-id').get(id);
    if (value === undefined) {
      throw new AppError(
        'not_found',
        msg`This delivery is no longer stored. You can still read the job itself.`,
      );
    }
    const delivery = deliveryRecord.parse(value);
    const { webhook_id } = delivery.target;
    if (webhook_id !== null && (await transaction.objectStore('webhooks').getKey(webhook_id)) === undefined) {
      throw new AppError('not_found', msg`The webhook of this delivery was deleted.`, {
        remedy: msg`Add it again to receive events of later jobs.`,
      });
    }
    const again = { state: 'waiting', attempts: 0, next_attempt_at: now.toISOString() };
    await deliveries.put(deliveryRecord.parse({ ...delivery, ...again }));
  });
  announce({ type: 'deliveries-changed' });
}

/** Deletes deliveries that ended before a time. */
export async function deleteOldDeliveries(before: Date): Promise<void> {
  await changeStores(['deliveries', 'delivery-bodies'], async (transaction) => {
    const bodies = transaction.objectStore('delivery-bodies');
    let cursor = await transaction.objectStore('deliveries').openCursor();
    while (cursor) {
      const delivery = readDelivery(cursor.value);
      if (
        delivery &&
        delivery.state !== 'waiting' &&
        Date.parse(delivery.last?.at ?? delivery.created_at) < before.getTime()
      ) {
        await bodies.delete(delivery.id);
        await cursor.delete();
      }
      cursor = await cursor.continue();
    }
  });
}

/** Makes deliveries without a response due at once, because the network is back. */
export async function hurryUnanswered(now = new Date()): Promise<void> {
  await changeStores(['deliveries'], async (transaction) => {
    let cursor = await transaction.objectStore('deliveries').index('by-state').openCursor('waiting');
    while (cursor) {
      const delivery = readDelivery(cursor.value);
      if (delivery?.last?.status === null) {
        await cursor.update({ ...delivery, next_attempt_at: now.toISOString() });
      }
      cursor = await cursor.continue();
    }
  });
  announce({ type: 'deliveries-changed' });
}
