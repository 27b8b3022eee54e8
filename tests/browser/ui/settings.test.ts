import { describe, expect, test } from 'vitest';
import { getSettings, updateSettings } from '../../../src/client/settings.ts';
import { renderApp } from './render-app.ts';

const NONE = {
  max_duration: null,
  max_file_bytes: null,
  max_queued_jobs: null,
  max_running_jobs: null,
  requests_per_minute: null,
};

describe('§8: the limits in the settings', () => {
  test('are set, kept, shown again and lifted', async () => {
    await updateSettings({ limits: NONE });
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabelText('Longest recording, minutes').fill('90.5');
    await dialog.getByLabelText('Largest file, MB').fill('250');
    await dialog.getByLabelText('Recordings in the queue').fill('20');
    await dialog.getByLabelText('Requests per minute, of each key').fill('600');
    await dialog.getByRole('button', { name: 'Save the limits' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Saved' })).toBeVisible();
    expect((await getSettings()).limits).toEqual({
      max_duration: 5430,
      max_file_bytes: 250_000_000,
      max_queued_jobs: 20,
      max_running_jobs: null,
      requests_per_minute: 600,
    });

    await dialog.getByRole('button', { name: 'Close' }).click();
    await screen.getByRole('button', { name: 'Settings' }).click();
    await expect.element(dialog.getByLabelText('Largest file, MB')).toHaveValue(250);
    for (const label of ['Longest recording, minutes', 'Largest file, MB', 'Recordings in the queue']) {
      await dialog.getByLabelText(label).clear();
    }
    await dialog.getByLabelText('Requests per minute, of each key').clear();
    await dialog.getByRole('button', { name: 'Save the limits' }).click();
    await expect.poll(async () => (await getSettings()).limits).toEqual(NONE);
  });
});
