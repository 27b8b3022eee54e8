import { describe, expect, it } from 'vitest';
import { callbackBody, webhookBody } from '../../src/contract/jobs/notification.ts';
import { listDeliveries, waitingDeliveries } from '../../src/storage/notifications/outbox.ts';
import { changeWebhook, deleteWebhook } from '../../src/storage/notifications/webhook-store.ts';
import {
  bodies,
  create,
  deliver,
  fail,
  finish,
  notifyEachTest,
  receiver,
  result,
  webhook,
} from './notified-service.ts';

notifyEachTest();

describe('§6: the callback', () => {
  it.each(['POST', 'PUT'] as const)(
    'is one %s with the result, when the job is done [§6 The service notifies, Callback]',
    async (method) => {
      const metadata = { order: 7 };
      const id = await create({
        callback: true,
        callback_config: { url: receiver.address('/told'), method },
        custom_metadata: metadata,
      });
      await deliver();
      expect(receiver.received).toEqual([]);
      await finish(id);
      expect(await deliver()).toBe(true);
      expect(receiver.received).toHaveLength(1);
      expect(receiver.received[0]).toMatchObject({ method, path: '/told', type: 'application/json' });
      const [body] = bodies('/told');
      expect(body).toEqual({
        id,
        event: 'transcription.success',
        payload: result,
        custom_metadata: metadata,
      });
      expect(callbackBody.safeParse(body).success).toBe(true);
      await deliver();
      expect(receiver.received).toHaveLength(1);
    },
  );

  it('says what went wrong and what can be done, when the job failed [§6 Callback, Values of the event property]', async () => {
    const id = await create({ callback: true, callback_config: { url: receiver.address('/told') } });
    await fail(id);
    await deliver();
    const message = 'The audio could not be fetched. Download the recording and upload the file instead.';
    const error = { code: 502, message };
    expect(bodies('/told')).toEqual([{ id, event: 'transcription.error', error, custom_metadata: null }]);
    expect(callbackBody.safeParse(bodies('/told')[0]).success).toBe(true);
  });

  it('is not made without `callback: true` [§6 Callback]', async () => {
    await finish(await create({ callback_config: { url: receiver.address('/told') } }));
    expect(await waitingDeliveries()).toEqual([]);
  });

  it('goes to the deprecated callback_url, too, as a POST with the result [§6 The deprecated callback_url]', async () => {
    const id = await create({ callback_url: receiver.address('/old') });
    await finish(id);
    await deliver();
    expect(receiver.received).toMatchObject([{ method: 'POST', path: '/old' }]);
    expect(bodies('/old')).toMatchObject([{ id, event: 'transcription.success', payload: result }]);
  });

  it('is made once where both parameters name the same address', async () => {
    const url = receiver.address('/told');
    await finish(await create({ callback_url: url, callback: true, callback_config: { url } }));
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });
});

describe('§6: the webhook', () => {
  it('is told of each event with the id of the job, in the order in which they happened [§6 The service notifies, Webhook, Job-created webhook, Values of the event property]', async () => {
    await webhook();
    const [first, second] = [await create(), await create()];
    await finish(first);
    await fail(second);
    expect(await deliver()).toBe(true);
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    expect(bodies('/hook')).toEqual([
      { id: first, event: 'transcription.created', payload: { id: first } },
      { id: second, event: 'transcription.created', payload: { id: second } },
      { id: first, event: 'transcription.success', payload: { id: first } },
      { id: second, event: 'transcription.error', payload: { id: second } },
    ]);
    for (const body of bodies('/hook')) expect(webhookBody.strict().safeParse(body).success).toBe(true);
  });

  it('is told only of the events that it was registered for, and not while it is switched off', async () => {
    await webhook({ events: ['transcription.success'] });
    await webhook({ url: receiver.address('/off'), enabled: false });
    await finish(await create());
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect(receiver.events('/hook')).toEqual(['transcription.success']);
  });

  it('keeps what waits while it is switched off, and gets it at its new address', async () => {
    const { id, created_at: _, ...fields } = await webhook();
    await create();
    await changeWebhook(id, { ...fields, enabled: false });
    await deliver();
    expect(receiver.received).toEqual([]);
    await changeWebhook(id, { ...fields, url: receiver.address('/moved') });
    await deliver();
    expect(receiver.events('/moved')).toEqual(['transcription.created']);
  });

  it('gets nothing more when it was deleted, and the log says so', async () => {
    const { id } = await webhook();
    await create();
    await deleteWebhook(id);
    expect(await deliver()).toBe(true);
    expect(receiver.received).toEqual([]);
    expect(await listDeliveries(9)).toMatchObject([
      { state: 'given-up', last: { message: 'The webhook was deleted.' } },
    ]);
  });

  it.each([
    ['no name', { name: ' ' }, 'Enter a name for the webhook.'],
    ['no event', { events: [] }, 'Choose at least one event.'],
    ['no web address', { url: 'ftp://a.example/' }, 'Enter a URL that starts with https://'],
  ])('with %s is refused', async (_, changes, message) => {
    await expect(webhook(changes)).rejects.toThrow(message);
  });
});
