import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callbackBody, webhookBody } from '../../src/contract/jobs/notification.ts';
import { announce } from '../../src/contract/realms/channel.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { deliverDue, startNotifier } from '../../src/host/notify/notify.ts';
import { MOST_ATTEMPTS } from '../../src/host/notify/schedule.ts';
import { database } from '../../src/storage/database/database.ts';
import { deleteJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { listDeliveries, sendAgain, waitingDeliveries } from '../../src/storage/notifications/outbox.ts';
import { addWebhook, changeWebhook, deleteWebhook } from '../../src/storage/notifications/webhook-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { ControlledTime } from '../fakes/controlled-time.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { Receiver } from '../fakes/receiver.ts';
import { eventually } from '../runner/eventually.ts';
import { asJson, type Service, startService } from './service.ts';

const EVENTS = ['transcription.created', 'transcription.success', 'transcription.error'] as const;

const result: TranscriptionResult = {
  metadata: { audio_duration: 2, number_of_distinct_channels: 1, billing_time: 2, transcription_time: 1 },
};

let service: Service;
let receiver: Receiver;
let time: ControlledTime;

beforeEach(async () => {
  service = await startService();
  receiver = await new Receiver().start();
  time = new ControlledTime();
});
afterEach(() => receiver.stop());

const deliver = () => deliverDue(new AbortController().signal, time);

async function create(params: Record<string, unknown> = {}): Promise<string> {
  const response = await service.call(
    '/v2/pre-recorded',
    asJson({ audio_url: 'https://elsewhere.example/talk.mp3', ...params }),
  );
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

async function finish(id: string): Promise<void> {
  await updateJob(id, () => ({ status: 'processing' }));
  await updateJob(id, () => ({ status: 'done', completed_at: new Date().toISOString(), result }));
}

async function fail(id: string): Promise<void> {
  const error = { code: 'remote_audio', status: 502, message: 'The audio could not be fetched.' };
  await updateJob(id, () => ({ status: 'error', error }));
}

const webhook = (changes: Partial<Parameters<typeof addWebhook>[0]> = {}) =>
  addWebhook({
    name: 'Shop',
    url: receiver.address('/hook'),
    events: [...EVENTS],
    secret: null,
    enabled: true,
    ...changes,
  });

const bodies = (path: string) =>
  receiver.received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text));

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
      { event: 'transcription.created', payload: { id: first } },
      { event: 'transcription.created', payload: { id: second } },
      { event: 'transcription.success', payload: { id: first } },
      { event: 'transcription.error', payload: { id: second } },
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
    expect(bodies('/hook').at(-1)).toEqual({ event: 'transcription.created', payload: { id: other } });
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

describe('§6: a delivery whose outcome cannot be stored', () => {
  beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it('is tried again no sooner than one that can, and given up as one', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    const disk = fillDisk('deliveries');
    await deliver();
    for (const wait of [5, 10, 20, 40]) {
      const before = receiver.received.length;
      time.forward(wait - 1);
      for (let look = 0; look < 3; look++) await deliver();
      expect(receiver.received).toHaveLength(before);
      time.forward(1);
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    for (let hour = 0; hour < 40; hour++) {
      time.forward(3600);
      await deliver();
    }
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    disk.mockRestore();
    time.forward(3600);
    expect(await deliver()).toBe(true);
    expect(receiver.received).toHaveLength(MOST_ATTEMPTS);
    expect(await listDeliveries(9)).toMatchObject([{ state: 'given-up', attempts: MOST_ATTEMPTS }]);
  });

  it('is sent once if it arrives, and holds up no later one', async () => {
    await webhook();
    const id = await create();
    const disk = fillDisk('deliveries');
    for (let look = 0; look < 3; look++) await deliver();
    expect(receiver.received).toHaveLength(1);
    disk.mockRestore();
    await finish(id);
    await deliver();
    expect(bodies('/hook').map(({ event }) => event)).toEqual([
      'transcription.created',
      'transcription.success',
    ]);
    time.forward(60);
    expect(await deliver()).toBe(true);
    expect(receiver.received).toHaveLength(2);
  });

  it('is tried again at once if it was asked for meanwhile', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    const disk = fillDisk('deliveries');
    await deliver();
    disk.mockRestore();
    const [waiting] = await listDeliveries(1);
    await sendAgain(waiting?.id ?? '', new Date(time.now()));
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('does not keep the notifier busy', async () => {
    await webhook({ events: ['transcription.created'] });
    receiver.answer = () => 500;
    await create();
    fillDisk('deliveries');
    const stop = new AbortController();
    const served = startNotifier(stop.signal, time);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    for (let ring = 0; ring < 50; ring++) {
      announce({ type: 'deliveries-changed' });
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(receiver.received).toHaveLength(1);
    stop.abort();
    await served;
  });
});
