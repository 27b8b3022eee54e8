import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { Receiver } from '../fakes/receiver.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { create, finished, openApp, submit } from './page-service.ts';
import { test } from './test.ts';

let receiver: Receiver;

test.beforeEach(async ({ page }) => {
  receiver = await new Receiver().start();
  await openApp(page);
});
test.afterEach(() => receiver.stop());

/** The second and third attempts follow after 5 and 10 seconds; a slow machine may need much longer. */
const ATTEMPTS = { timeout: 120_000 };

async function openLog(page: Page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('list', { name: 'Deliveries' });
}

async function addWebhook(page: Page, path: string, secret = ''): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Receiver');
  await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.address(path));
  await dialog.getByLabel('Signing secret (optional)').fill(secret);
  await dialog.getByRole('button', { name: 'Save webhook' }).click();
  await expect(dialog.getByRole('button', { name: 'Edit webhook Receiver' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** A job that fails at once, because no server is at its URL. */
const failing = (page: Page, params: Record<string, unknown>) =>
  create(page, { audio_url: 'http://127.0.0.1:9/none.mp3', ...params });

const toldOf = (path: string) => receiver.received.filter((one) => one.path === path);

test('a callback and a webhook report a real recording, signed and in order', async ({ page }) => {
  await addWebhook(page, '/hook', 'geheim');
  const id = await submit(page, clip('en_yes.wav').path, {
    callback: true,
    callback_config: { url: receiver.address('/told'), method: 'PUT' },
    custom_metadata: { order: 7 },
  });
  const { result } = await finished(page, id);
  await expect.poll(() => toldOf('/told').length).toBe(1);
  expect(toldOf('/told')[0]?.method).toBe('PUT');
  expect(JSON.parse(toldOf('/told')[0]?.text ?? '')).toEqual({
    id,
    event: 'transcription.success',
    payload: result,
    custom_metadata: { order: 7 },
  });
  await expect
    .poll(() => receiver.events('/hook'))
    .toEqual(['transcription.created', 'transcription.success']);
  for (const { text, signature } of toldOf('/hook')) {
    expect(JSON.parse(text)).toMatchObject({ id, payload: { id } });
    expect(signature).toBe(`sha256=${createHmac('sha256', 'geheim').update(text).digest('hex')}`);
  }
  const log = await openLog(page);
  await expect(log.getByText('Delivered', { exact: true })).toHaveCount(3);
  await log.getByRole('button', { name: 'Resend' }).last().click();
  await expect.poll(() => receiver.events('/hook').length).toBe(3);
  const [first, , again] = toldOf('/hook');
  expect(again).toEqual(first);
});

test('any success counts as delivered, and every status is in the log', { tag: THOROUGH }, async ({
  page,
}) => {
  receiver.answer = (path) => Number(path.slice(1));
  // Chromium gives the first two a body, with which no response can be made, as with the last two.
  const statuses = [204, 205, 202, 304, 999];
  for (const status of statuses) await failing(page, { callback_url: receiver.address(`/${status}`) });
  const log = await openLog(page);
  for (const status of [204, 205, 202]) {
    await expect(log.getByText(`Delivered: the receiver returned ${status}.`)).toBeVisible(ATTEMPTS);
    expect(toldOf(`/${status}`)).toHaveLength(1);
  }
  await expect(log.getByText('The receiver returned 999.').first()).toBeVisible(ATTEMPTS);
});

// That one under the same id follows a failed one is tested in tests/contract/notifications.test.ts.
test('what was not delivered when the tabs closed is delivered by the next one', {
  tag: THOROUGH,
}, async ({ context, page }) => {
  await addWebhook(page, '/hook');
  receiver.answer = () => 503;
  const id = await failing(page, { callback_url: receiver.address('/old') });
  await finished(page, id);
  await expect.poll(() => toldOf('/hook').length).toBeGreaterThan(0);
  await expect.poll(() => toldOf('/old').length).toBeGreaterThan(0);
  await page.close();
  receiver.answer = () => 200;
  await openApp(await context.newPage());
  await expect.poll(() => receiver.events('/hook').at(-1), ATTEMPTS).toBe('transcription.error');
  const tries = toldOf('/hook');
  // Repeated deliveries have one id per event.
  const ids = (event: string) =>
    new Set(tries.filter(({ text }) => text.includes(event)).map((one) => one.delivery));
  expect([ids('created').size, ids('error').size]).toEqual([1, 1]);
  expect(ids('created')).not.toEqual(ids('error'));
  expect(new Set(toldOf('/old').map(({ delivery }) => delivery)).size).toBe(1);
});

test('several tabs deliver each event only once', { tag: THOROUGH }, async ({ context, page }) => {
  await addWebhook(page, '/hook');
  for (let tab = 0; tab < 2; tab++) await openApp(await context.newPage());
  const ids = [];
  for (let job = 0; job < 4; job++) ids.push(await failing(page, {}));
  for (const id of ids) await finished(page, id);
  await expect.poll(() => receiver.received.length, ATTEMPTS).toBe(8);
  expect(new Set(receiver.received.map(({ delivery }) => delivery)).size).toBe(8);
});

test.describe('where no tab of the app is open', () => {
  /** A page of the same origin that calls the service but delivers nothing itself. */
  async function leaveApp(page: Page): Promise<void> {
    await addWebhook(page, '/hook');
    await page.goto('/v2/openapi.json');
  }

  test('the service worker delivers, and again when it is woken after it was stopped', {
    tag: THOROUGH,
  }, async ({ page }) => {
    await leaveApp(page);
    receiver.answer = () => 503;
    await failing(page, {});
    await expect.poll(() => receiver.events('/hook')).toEqual(['transcription.created']);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
    receiver.answer = () => 200;
    await expect
      .poll(async () => {
        // Any request wakes it; one that creates a job makes it look for due deliveries.
        await failing(page, {});
        return receiver.received.filter(({ delivery }) => delivery === receiver.received[0]?.delivery).length;
      }, ATTEMPTS)
      .toBe(2);
    expect(receiver.received[0]).toEqual(
      receiver.received.findLast(({ delivery }) => delivery === receiver.received[0]?.delivery),
    );
  });

  test('the service worker delivers when the browser tells it that the network is back', {
    tag: THOROUGH,
  }, async ({ page }) => {
    const cdp = await page.context().newCDPSession(page);
    let registrationId = '';
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations[0]?.registrationId ?? registrationId;
    });
    await cdp.send('ServiceWorker.enable');
    await leaveApp(page);
    await receiver.stop();
    await failing(page, {});
    // The first attempt has failed before the receiver is back.
    await expect.poll(() => firstOutcome(page)).toContain('could not be reached');
    await receiver.start();
    expect(registrationId).not.toBe('');
    const origin = new URL(page.url()).origin;
    await cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'earshot-notify',
      lastChance: false,
    });
    await expect.poll(() => receiver.events('/hook')).toEqual(['transcription.created']);
  });
});

/** The outbox's record of the first delivery's last attempt. */
function firstOutcome(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('earshot');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('deliveries').objectStore('deliveries').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(String(reading.result[0]?.last?.message ?? ''));
          };
        };
      }),
  );
}
