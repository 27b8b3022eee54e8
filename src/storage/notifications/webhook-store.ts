import { hasUserInfo } from '../../contract/jobs/request-configs.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import { newId } from '../../lib/ids.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { unreachable } from '../settings/ensure-reachable.ts';
import { readDelivery, type WebhookRecord, webhookRecord } from './notification-records.ts';

/** As in the form. */
const MAX_NAME_LENGTH = 80;

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
  const webhook = { ...(await checked(fields)), id: newId(), created_at: new Date().toISOString() };
  await changeStores(['webhooks'], (transaction) => transaction.objectStore('webhooks').put(webhook));
  announce({ type: 'deliveries-changed' });
  return webhook;
}

/** Makes these the only webhooks. Pending deliveries of others are abandoned. */
export async function setWebhooks(wanted: readonly Omit<WebhookRecord, 'created_at'>[]): Promise<void> {
  const stored = await listWebhooks();
  const ids = new Set(wanted.map(({ id }) => id));
  for (const { id } of stored) if (!ids.has(id)) await deleteWebhook(id);
  await changeStores(['webhooks'], async (transaction) => {
    for (const webhook of wanted) {
      const created_at = stored.find(({ id }) => id === webhook.id)?.created_at ?? new Date().toISOString();
      await transaction.objectStore('webhooks').put(webhookRecord.parse({ ...webhook, created_at }));
    }
  });
  announce({ type: 'deliveries-changed' });
}

/** Changes a webhook; pending deliveries go to its new URL. Throws 404 if it was deleted, 400 for invalid fields. */
export async function changeWebhook(id: string, fields: WebhookFields): Promise<WebhookRecord> {
  const changes = await checked(fields);
  const webhook = await changeStores(['webhooks'], async (transaction) => {
    const store = transaction.objectStore('webhooks');
    const value = await store.get(id);
    if (value === undefined) throw new AppError('not_found', msg`This webhook was deleted.`);
    const changed = { ...webhookRecord.parse(value), ...changes };
    await store.put(changed);
    return changed;
  });
  announce({ type: 'deliveries-changed' });
  return webhook;
}

/** Deletes a webhook and abandons its pending deliveries. */
export async function deleteWebhook(id: string): Promise<void> {
  const at = new Date().toISOString();
  await changeStores(['webhooks', 'deliveries'], async (transaction) => {
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
  });
  announce({ type: 'deliveries-changed' });
}

async function checked(fields: WebhookFields): Promise<WebhookFields> {
  const name = plainName(fields.name).trim();
  if (name === '') throw new AppError('invalid_request', msg`Enter a name for the webhook.`);
  if (name.length > MAX_NAME_LENGTH) {
    throw new AppError('invalid_request', msg`Enter a name of at most ${MAX_NAME_LENGTH} characters.`);
  }
  if (fields.events.length === 0) throw new AppError('invalid_request', msg`Choose at least one event.`);
  const parsed = webhookRecord.omit({ id: true, created_at: true }).safeParse({ ...fields, name });
  if (!parsed.success) {
    throw new AppError('invalid_request', msg`Enter a URL that starts with https:// or http://.`);
  }
  if (hasUserInfo(parsed.data.url)) {
    throw new AppError('invalid_request', msg`Enter a URL without a user name or a password.`);
  }
  const reason = await unreachable(parsed.data.url);
  if (reason !== null) throw new AppError('invalid_request', msg`Enter another URL: ${reason}.`);
  return parsed.data;
}
