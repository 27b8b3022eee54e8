import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notificationsClient } from '../../../src/client/settings/notifications.ts';
import { updateSettings } from '../../../src/client/settings/settings.ts';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { addJob, updateJob } from '../../../src/storage/jobs/job-store.ts';
import { noteAttempt, waitingDeliveries } from '../../../src/storage/notifications/outbox.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { renderApp } from './render-app.ts';

const CORS = 'The receiver does not allow this site (CORS) or could not be reached.';

beforeEach(async () => {
  for (const { id } of await notificationsClient.webhooks()) await notificationsClient.remove(id);
  await updateSettings({ callback_secret: null });
});

async function openSettings() {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  return screen.getByRole('dialog', { name: 'Settings' });
}

/** A failed job with one failed callback attempt. */
async function failedDelivery(url: string): Promise<string> {
  const id = crypto.randomUUID();
  const params = preRecordedRequest.parse({ audio_url: 'https://a.example/b.mp3', callback_url: url });
  await addJob({
    id,
    key_id: 'app',
    version: 2,
    status: 'queued',
    created_at: new Date().toISOString(),
    completed_at: null,
    custom_metadata: null,
    params,
    audio_id: null,
    file: null,
    when_model_missing: 'wait',
    waiting: null,
    progress: 0,
    seconds_left: null,
    error: null,
    session: {},
    result: null,
  });
  const error = { code: 'internal', status: 500, message: 'No.' };
  await updateJob(id, () => ({ status: 'error', error }));
  const delivery = (await waitingDeliveries()).find(({ job_id }) => job_id === id);
  const last = { at: new Date().toISOString(), status: null, message: CORS };
  await noteAttempt(delivery?.sequence ?? 0, () => ({ state: 'given-up', attempts: 3, last }));
  return delivery?.id ?? '';
}

describe('§6: notifications in the settings', () => {
  test('a webhook is added, changed, switched off and deleted', { tags: THOROUGH_TAG }, async () => {
    const dialog = await openSettings();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop');
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('https://shop.example/hook');
    await dialog.getByRole('checkbox', { name: 'Created' }).click();
    await dialog.getByLabelText('Signing secret (optional)').fill('s3cret');
    await dialog.getByRole('button', { name: 'Save webhook' }).click();
    const row = dialog.getByRole('listitem').filter({ hasText: 'https://shop.example/hook' });
    await expect.element(row).toHaveTextContent('success, error · signed');
    expect(await notificationsClient.webhooks()).toMatchObject([
      {
        name: 'Shop',
        url: 'https://shop.example/hook',
        events: ['transcription.success', 'transcription.error'],
        secret: 's3cret',
        enabled: true,
      },
    ]);

    await dialog.getByRole('button', { name: 'Edit webhook Shop' }).click();
    await dialog.getByRole('checkbox', { name: 'Enabled' }).click();
    await dialog.getByLabelText('Signing secret (optional)').clear();
    await dialog.getByRole('button', { name: 'Save webhook' }).click();
    await expect.element(row).toHaveTextContent('Off');
    await expect.element(row).toHaveTextContent('unsigned');

    await dialog.getByRole('button', { name: 'Delete webhook Shop' }).click();
    await dialog.getByRole('button', { name: 'Delete webhook', exact: true }).click();
    await expect.element(row).not.toBeInTheDocument();
    expect(await notificationsClient.webhooks()).toEqual([]);
  });

  test('a webhook without an event is refused with the reason', async () => {
    const dialog = await openSettings();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop');
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill('https://shop.example/hook');
    for (const name of [/created/, /success/, /error/]) {
      await dialog.getByRole('checkbox', { name }).click();
    }
    await dialog.getByRole('button', { name: 'Save webhook' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose at least one event.');
  });

  test('the log says why a delivery failed, and resends it under its id', async () => {
    const url = `https://${crypto.randomUUID().slice(0, 8)}.example/told`;
    const id = await failedDelivery(url);
    const dialog = await openSettings();
    const row = dialog.getByRole('listitem').filter({ hasText: url });
    await expect.element(row).toHaveTextContent(CORS);
    await expect.element(row).toHaveTextContent('Gave up');
    await row.getByRole('button', { name: 'Resend' }).click();
    await expect.element(row).toHaveTextContent('Waiting');
    expect((await waitingDeliveries()).map((delivery) => delivery.id)).toContain(id);
  });

  test('the log offers no resending to a deleted webhook', async () => {
    const url = `https://${crypto.randomUUID().slice(0, 8)}.example/told`;
    const { id } = await notificationsClient.add({
      name: 'Shop',
      url,
      events: ['transcription.error'],
      secret: null,
      enabled: true,
    });
    await failedDelivery(`https://${crypto.randomUUID().slice(0, 8)}.example/told`);
    const dialog = await openSettings();
    const row = dialog.getByLabelText('Deliveries').getByRole('listitem').filter({ hasText: url });
    await expect.element(row.getByRole('button', { name: 'Resend' })).toBeVisible();
    await notificationsClient.remove(id);
    await expect.element(row).toHaveTextContent('The webhook was deleted, so this cannot be resent.');
    await expect.element(row.getByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
  });

  test('nothing overflows a narrow screen', { tags: THOROUGH_TAG }, async () => {
    await failedDelivery(`https://receiver.example/${'long-'.repeat(30)}`);
    await notificationsClient.add({
      name: 'A'.repeat(80),
      url: `https://receiver.example/${'x'.repeat(200)}`,
      events: ['transcription.created'],
      secret: null,
      enabled: true,
    });
    await page.viewport(320, 640);
    const dialog = await openSettings();
    await dialog.getByRole('button', { name: 'Edit webhook' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Save webhook' })).toBeVisible();
    const body = dialog.getByRole('group', { name: 'Settings' }).element();
    expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth);
    await page.viewport(1280, 800);
  });
});
