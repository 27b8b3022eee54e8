import { announce } from '../lib/channel.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { commit } from './commit.ts';
import { database } from './database.ts';
import { readDelivery, type WebhookRecord, webhookRecord } from './notification-records.ts';

export type WebhookFields = Omit<WebhookRecord, 'id' | 'created_at'>;

/** Registered webhooks, oldest first. */
export async function listWebhooks(): Promise<WebhookRecord[]> {
  const db = await database();
  const webhooks = (await db.getAll('webhooks')).map((value) => webhookRecord.parse(value));
  return webhooks.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

export async function getWebhook(id: string): Promise<WebhookRecord | null> {
  const db = await database();
  const value = await db.get('webhooks', id);
  return value === undefined ? null : webhookRecord.parse(value);
}

/** Registers a webhook. Throws 400 if its fields are invalid. */
export async function addWebhook(fields: WebhookFields): Promise<WebhookRecord> {
  const webhook = { ...checked(fields), id: newId(), created_at: new Date().toISOString() };
  const db = await database();
  await db.add('webhooks', webhook);
  announce({ type: 'deliveries-changed' });
  return webhook;
}

/** Changes a webhook; pending deliveries go to its new URL. Throws 404 if it was deleted, 400 for invalid fields. */
export async function changeWebhook(id: string, fields: WebhookFields): Promise<WebhookRecord> {
  const changes = checked(fields);
  const db = await database();
  const transaction = db.transaction('webhooks', 'readwrite');
  const value = await transaction.store.get(id);
  if (value === undefined) throw new AppError('not_found', 'This webhook was deleted.');
  const webhook = { ...webhookRecord.parse(value), ...changes };
  await commit(transaction, [transaction.store.put(webhook)]);
  announce({ type: 'deliveries-changed' });
  return webhook;
}

/** Deletes a webhook and abandons its pending deliveries. */
export async function deleteWebhook(id: string): Promise<void> {
  const db = await database();
  const transaction = db.transaction(['webhooks', 'deliveries'], 'readwrite');
  const at = new Date().toISOString();
  let cursor = await transaction.objectStore('deliveries').index('by-state').openCursor('waiting');
  while (cursor) {
    const delivery = readDelivery(cursor.value);
    if (delivery?.target.webhook_id === id) {
      const last = { at, status: null, message: 'The webhook was deleted.' };
      await cursor.update({ ...delivery, state: 'given-up', last });
    }
    cursor = await cursor.continue();
  }
  await transaction.objectStore('webhooks').delete(id);
  await transaction.done;
  announce({ type: 'deliveries-changed' });
}

function checked(fields: WebhookFields): WebhookFields {
  const name = fields.name.trim();
  const { url } = fields;
  if (name === '') throw new AppError('invalid_request', 'Enter a name for the webhook.');
  if (fields.events.length === 0) throw new AppError('invalid_request', 'Choose at least one event.');
  const parsed = webhookRecord.omit({ id: true, created_at: true }).safeParse({ ...fields, name });
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid_request',
    `Enter a URL that starts with https:// or http://${url ? `, not ${url}` : ''}.`,
  );
}
