import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { MOST_ATTEMPTS } from '../../src/host/notify/schedule.ts';
import { database } from '../../src/storage/database/database.ts';
import { deleteJob } from '../../src/storage/jobs/job-store.ts';
import { listDeliveries, sendAgain, waitingDeliveries } from '../../src/storage/notifications/outbox.ts';
import { deleteWebhook } from '../../src/storage/notifications/webhook-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import {
  bodies,
  create,
  deliver,
  finish,
  notifyEachTest,
  receiver,
  result,
  time,
  webhook,
} from './notified-service.ts';

notifyEachTest();

describe('§6: each delivery', () => {
  it('is signed over its exact body with the secret of its webhook, or that of callbacks [§6 Webhook body beyond]', async () => {
    await webhook({ secret: 'geheim ✓', events: ['transcription.success'] });
    await updateSettings(() => ({ callback_secret: 'another' }));
    await finish(await create({ callback_url: receiver.address('/old'), custom_metadata: { ä: '✓' } }));
    await deliver();
    const sign = (text: string, secret: string) =>
      `sha256=${createHmac('sha256', secret).update(text, 'utf8').digest('hex')}`;
    expect(receiver.received).toHaveLength(2);
    for (const { path, text, signature } of receiver.received) {
      expect(signature).toBe(sign(text, path === '/hook' ? 'geheim ✓' : 'another'));
    }
  });

  it('is unsigned without a secret, and has an id of its own', async () => {
    await webhook();
    await finish(await create());
    await deliver();
    expect(receiver.received.map(({ signature }) => signature)).toEqual([null, null]);
    expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(2);
  });

  it('is tried again after a failure, later and later, under the same id', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    expect(await deliver()).toBe(false);
    for (const wait of [5, 10, 20, 40]) {
      const before = receiver.received.length;
      time.forward(wait - 1);
      await deliver();
      expect(receiver.received).toHaveLength(before);
      time.forward(1);
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    receiver.answer = () => 200;
    time.forward(80);
    expect(await deliver()).toBe(true);
    expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(1);
    expect(await listDeliveries(9)).toMatchObject([
      { state: 'delivered', attempts: 6, last: { status: 200 } },
    ]);
  });

  it('is tried again after the usual wait although the clock was put back by a day', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    await deliver();
    time.forward(-24 * 3600);
    receiver.answer = () => 200;
    expect(await deliver()).toBe(true);
    expect(await listDeliveries(9)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it.each([200, 201, 202, 203, 204, 205, 206, 207, 226, 299])(
    'is delivered by an answer of %d',
    async (status) => {
      await webhook({ events: ['transcription.created'] });
      receiver.answer = () => status;
      await create();
      expect(await deliver()).toBe(true);
      expect(await listDeliveries(9)).toMatchObject([{ state: 'delivered', attempts: 1, last: { status } }]);
    },
  );

  it('is delivered where the connection is cut off behind the status', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.cutsOff = true;
    await create();
    expect(await deliver()).toBe(true);
    expect(await listDeliveries(9)).toMatchObject([
      { state: 'delivered', attempts: 1, last: { status: 200 } },
    ]);
  });

  it('is tried again after a status of nobody’s, which the log names', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 999;
    await create();
    expect(await deliver()).toBe(false);
    expect(await listDeliveries(9)).toMatchObject([{ state: 'waiting', attempts: 1, last: { status: 999 } }]);
  });

  it('is given up after a day of attempts, with the last answer in the log [§6 Webhook body beyond]', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 404;
    await create();
    const began = time.now();
    while (!(await deliver())) time.forward(3600);
    expect(time.now() - began).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    expect(await listDeliveries(9)).toMatchObject([
      {
        state: 'given-up',
        attempts: MOST_ATTEMPTS,
        last: { status: 404, message: 'The receiver returned 404.' },
      },
    ]);
  });

  it('is not tried again after 410', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 410;
    await create();
    expect(await deliver()).toBe(true);
    expect(await listDeliveries(9)).toMatchObject([{ state: 'given-up', attempts: 1 }]);
  });

  it('does not follow a redirect, which may lose the body', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 302;
    await create();
    expect(await deliver()).toBe(false);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await listDeliveries(1))[0]?.last?.message).toContain('redirect');
  });

  it('that gets no answer in time is tried again', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 'never';
    time.timeoutMs = 50;
    await create();
    expect(await deliver()).toBe(false);
    expect(await listDeliveries(9)).toMatchObject([
      {
        state: 'waiting',
        last: { status: null, message: 'The receiver did not respond within 0.05 seconds.' },
      },
    ]);
  });

  it('to nobody says so plainly', async () => {
    await webhook({ events: ['transcription.created'] });
    await receiver.stop();
    await create();
    expect(await deliver()).toBe(false);
    expect(await listDeliveries(9)).toMatchObject([
      {
        state: 'waiting',
        last: {
          status: null,
          message: 'The receiver does not allow this site (CORS) or could not be reached.',
        },
      },
    ]);
  });

  it('holds back what follows it for the same job and target, and nothing else', async () => {
    await webhook();
    receiver.answer = (path) => (path === '/hook' ? 503 : 200);
    const id = await create({ callback_url: receiver.address('/old') });
    await deliver();
    await finish(id);
    await deliver();
    expect(receiver.events('/hook')).toEqual(['transcription.created']);
    expect(receiver.events('/old')).toEqual(['transcription.success']);
    const other = await create();
    await deliver();
    expect(bodies('/hook').at(-1)).toMatchObject({ id: other, event: 'transcription.created' });
    receiver.answer = () => 200;
    time.forward(60);
    await deliver();
    expect(bodies('/hook').filter(({ payload }) => payload.id === id)).toMatchObject([
      { event: 'transcription.created' },
      { event: 'transcription.created' },
      { event: 'transcription.success' },
    ]);
  });

  it('is made once where several realms look for work at the same time', async () => {
    await webhook();
    for (let job = 0; job < 5; job++) await create();
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(receiver.received).toHaveLength(5);
  });

  it('can be sent again by hand, under the same id', async () => {
    await webhook({ events: ['transcription.created'] });
    await create();
    await deliver();
    const [made] = await listDeliveries(1);
    await sendAgain(made?.id ?? '', new Date(time.now()));
    await deliver();
    expect(receiver.received.map(({ delivery }) => delivery)).toEqual([made?.id, made?.id]);
    await expect(sendAgain(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
  });

  it('is made although another one cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await webhook({ events: ['transcription.created'] });
    const db = await database();
    await db.add('deliveries', { id: 'broken', state: 'waiting', job_id: crypto.randomUUID() });
    const id = await create();
    expect(await deliver()).toBe(true);
    expect(bodies('/hook')).toMatchObject([{ payload: { id } }]);
    expect(await listDeliveries(9)).toMatchObject([{ job_id: id, state: 'delivered' }]);
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  it('is not sent again to a webhook that was deleted, with the reason', async () => {
    const { id } = await webhook({ events: ['transcription.created'] });
    await create();
    await deliver();
    await deleteWebhook(id);
    const [made] = await listDeliveries(1);
    await expect(sendAgain(made?.id ?? '')).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/^The webhook of this delivery was deleted\. Add it again/),
    });
    expect(await listDeliveries(1)).toEqual([made]);
    expect(await waitingDeliveries()).toEqual([]);
  });

  it('is still made when its job was deleted, and then forgotten with the transcript in it', async () => {
    const id = await create({ callback_url: receiver.address('/old') });
    await finish(id);
    await deleteJob(id);
    await deliver();
    expect(bodies('/old')).toMatchObject([{ id, payload: result }]);
    expect(await listDeliveries(9)).toEqual([]);
  });

  it('that was made is forgotten with its job', async () => {
    const id = await create({ callback_url: receiver.address('/old') });
    await finish(id);
    await deliver();
    expect(await listDeliveries(9)).toHaveLength(1);
    await deleteJob(id);
    expect(await listDeliveries(9)).toEqual([]);
  });
});
