import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import packageJson from '../../../package.json';
import { getSettings, updateSettings } from '../../../src/client/settings/settings.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { renderApp } from './render-app.ts';

const NONE = {
  max_duration: null,
  max_file_bytes: null,
  max_queued_jobs: null,
  max_running_jobs: null,
  requests_per_minute: null,
};

test('a dialog keeps its head, whatever comes into view in it', async () => {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Settings' });
  await expect.element(dialog.getByRole('heading', { name: 'Network' })).toBeVisible();
  dialog.getByRole('heading', { name: 'Network' }).element().scrollIntoView();
  expect(dialog.element().querySelector('.body')?.scrollTop).toBeGreaterThan(0);
  expect(dialog.element().scrollTop).toBe(0);
});

test('Chinese characters are asked for where Chinese is spoken alone', async () => {
  await updateSettings({ spoken_languages: ['en'] });
  const { screen } = await renderApp();
  const dialog = screen.getByRole('dialog', { name: 'Settings' });
  const field = dialog.getByLabelText('Chinese is written in');
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'Network' })).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await updateSettings({ spoken_languages: ['en', 'zh'] });
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect.element(field).toBeVisible();
  await updateSettings({ spoken_languages: [] });
});

describe('§8: the limits in the settings', () => {
  test('are set, kept, shown again and lifted', { tags: THOROUGH_TAG }, async () => {
    await updateSettings({ limits: NONE });
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabelText('Maximum duration (minutes)').fill('90.5');
    await dialog.getByLabelText('Maximum file size (MB)').fill('250');
    await dialog.getByLabelText('Maximum queued jobs').fill('20');
    await dialog.getByLabelText('Requests per minute per key').fill('600');
    await dialog.getByRole('button', { name: 'Save limits' }).click();
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
    await expect.element(dialog.getByLabelText('Maximum file size (MB)')).toHaveValue(250);
    for (const label of ['Maximum duration (minutes)', 'Maximum file size (MB)', 'Maximum queued jobs']) {
      await dialog.getByLabelText(label).clear();
    }
    await dialog.getByLabelText('Requests per minute per key').clear();
    await dialog.getByRole('button', { name: 'Save limits' }).click();
    await expect.poll(async () => (await getSettings()).limits).toEqual(NONE);
  });
});

describe('the settings for existing clients', () => {
  test('are set, put into their plain form, kept, and shown again', async () => {
    await updateSettings({ clients: { base_addresses: [], key_headers: [], models: {} }, page_clients: {} });
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Settings' });
    await dialog.getByLabelText('Base URLs to answer').fill('https://API.hosted.example/\n/speech');
    await dialog.getByLabelText('Additional key headers, one per line').fill('X-Gladia-Key');
    await dialog.getByLabelText('Additional model names, one per line').fill('solaria-1 = stt-1');
    await dialog.getByRole('button', { name: 'Save client settings' }).click();
    const addresses = `https://api.hosted.example\n${location.origin}/speech`;
    await expect.element(dialog.getByLabelText('Base URLs to answer')).toHaveValue(addresses);
    expect((await getSettings()).clients).toEqual({
      base_addresses: addresses.split('\n'),
      key_headers: ['x-gladia-key'],
      models: { 'solaria-1': 'stt-1' },
    });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await screen.getByRole('button', { name: 'Settings' }).click();
    await expect
      .element(dialog.getByLabelText('Additional model names, one per line'))
      .toHaveValue('solaria-1 = stt-1');
  });

  test('report what is wrong in which line, and keep the old values', async () => {
    await updateSettings({ clients: { base_addresses: [], key_headers: ['x-a'], models: {} } });
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Settings' });
    await expect.element(dialog.getByLabelText('Additional key headers, one per line')).toHaveValue('x-a');
    await dialog.getByLabelText('Base URLs to answer').fill('https://a.example\napi.hosted.example');
    await dialog.getByLabelText('Additional key headers, one per line').fill('cookie');
    await dialog.getByLabelText('Additional model names, one per line').fill('nova = stt-9');
    await dialog.getByRole('button', { name: 'Save client settings' }).click();
    const alert = dialog.getByRole('alert');
    for (const fault of [
      '“api.hosted.example” must be an http or https address',
      '“cookie” must be a header that a page may send',
      '“nova” must stand for one of stt-1, stt-3, stt-fusion',
    ]) {
      await expect.element(alert).toHaveTextContent(fault);
    }
    expect((await getSettings()).clients).toEqual({ base_addresses: [], key_headers: ['x-a'], models: {} });
  });
});

describe('about', () => {
  test('tells the version and the licence, and leads to the notices', async () => {
    const { screen } = await renderApp();
    await screen.getByRole('button', { name: 'Settings' }).click();
    const about = screen.getByRole('region', { name: 'About' });
    await expect.element(about.getByText(`Earshot ${packageJson.version}`)).toBeVisible();
    await expect
      .element(about.getByRole('link', { name: 'MIT licence' }))
      .toHaveAttribute('href', 'license.txt');
    await expect
      .element(about.getByRole('link', { name: 'Third-party notices' }))
      .toHaveAttribute('href', 'third-party-notices.txt');
  });
});

test('the browser asks before the page is left with a field that was written in, until it is saved or given up', {
  tags: THOROUGH_TAG,
}, async () => {
  const { screen } = await renderApp();
  const leaves = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await screen.getByRole('button', { name: 'Settings' }).click();
  const word = screen.getByLabelText('Word', { exact: true });
  await word.fill('Earshot');
  await expect.poll(leaves).toBe(true);
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  const variants = screen.getByLabelText('Spellings that Earshot replaces');
  await expect.element(variants).toBeVisible();
  expect(leaves()).toBe(false);
  await variants.fill('ear shot');
  expect(leaves()).toBe(true);
  await userEvent.keyboard('{Tab}');
  expect(leaves()).toBe(false);
  await screen.getByRole('button', { name: 'Delete Earshot' }).click();
  await word.fill('Other');
  expect(leaves()).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => word.query()).toBeNull();
  expect(leaves()).toBe(false);
});

test('another address takes no text along that is not saved, unless it is asked for again', async () => {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  const word = screen.getByLabelText('Word', { exact: true });
  await word.fill('Earshot');
  // As the Back key does, but that the steps before this test are none of its own.
  location.hash = '#/pool';
  await expect
    .element(screen.getByText('This text is not saved. Go back again to discard it.'))
    .toBeInTheDocument();
  expect(location.hash).toBe('#/');
  await expect.element(word).toHaveValue('Earshot');
  location.hash = '#/pool';
  await expect.element(screen.getByRole('heading', { name: 'Pool' }).first()).toBeInTheDocument();
  expect(location.hash).toBe('#/pool');
  await userEvent.keyboard('{Escape}');
  location.hash = '#/';
});
