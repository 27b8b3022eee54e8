import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeBackup } from '../../../src/client/backup/write-backup.ts';
import { getSettings, updateSettings } from '../../../src/client/settings/settings.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

/** Somebody's settings that let the app be used in another way. */
async function foreignBackup(): Promise<File> {
  await updateSettings({ model_host: 'https://models.example', private_addresses: true });
  const file = await new Response(await writeBackup()).blob();
  await updateSettings({ model_host: 'hub', private_addresses: null });
  return new File([file], 'theirs.zip', { type: 'application/zip' });
}

async function choose(file: File): Promise<void> {
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  await screen.getByLabelText('Restore a backup').upload(file);
}

const dialog = () => page.getByRole('dialog', { name: 'Restore a backup' });

test('settings that send data elsewhere are listed, and taken only if they are chosen', {
  tags: THOROUGH_TAG,
}, async () => {
  await choose(await foreignBackup());
  await expect.element(dialog().getByText('https://models.example')).toBeVisible();
  const boxes = dialog().getByRole('checkbox');
  expect(boxes.elements()).toHaveLength(2);
  for (const box of boxes.elements()) expect(box).not.toBeChecked();
  await dialog().getByLabelText('Access to addresses of private networks').click();
  await dialog().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(page.getByText('Restored 0 transcripts and 0 recordings.')).toBeVisible();
  expect(await getSettings()).toMatchObject({ model_host: 'hub', private_addresses: true });
});

test('nothing is restored if the question is closed', async () => {
  await choose(await foreignBackup());
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(await getSettings()).toMatchObject({ model_host: 'hub', private_addresses: null });
  expect(page.getByText(/^Restored/).query()).toBeNull();
});

test('limits are named as the settings name them', async () => {
  const { limits } = await getSettings();
  await updateSettings({ limits: { ...limits, max_duration: 5_400, max_file_bytes: 2e9 } });
  const file = await new Response(await writeBackup()).blob();
  await updateSettings({ limits });
  await choose(new File([file], 'theirs.zip', { type: 'application/zip' }));
  await expect
    .element(dialog().getByText('Maximum duration (minutes): 90 and Maximum file size (MB): 2,000'))
    .toBeVisible();
});

test('a file that cannot be restored is refused where it was chosen', async () => {
  await choose(new File(['not an archive'], 'broken.zip', { type: 'application/zip' }));
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect.element(settings.getByRole('alert')).toHaveTextContent(/cannot be restored/);
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/cannot be restored/);
});

test('a backup and its return end with a sentence in view, and leave the focus where it was', async ({
  onTestFinished,
}) => {
  const picked = await (await navigator.storage.getDirectory()).getFileHandle('own.zip', { create: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('showSaveFilePicker', async () => picked);
  const { screen } = await renderApp();
  await screen.getByRole('button', { name: 'Settings' }).click();
  const write = screen.getByRole('button', { name: 'Back up everything' });
  await expect.element(write).toBeVisible();
  const field = screen.getByLabelText('Restore a backup');
  for (const [control, sentence] of [
    [write, 'The backup is complete.'],
    [field, /^Restored/],
  ] as const) {
    const element = control.element() as HTMLElement;
    element.closest('.button')?.scrollIntoView({ block: 'end' });
    element.focus({ preventScroll: true });
    if (control === write) await userEvent.keyboard('{Enter}');
    else await field.upload(new File([await picked.getFile()], 'own.zip', { type: 'application/zip' }));
    await expect.element(page.getByText(sentence)).toBeInViewport();
    await expect.element(control).toHaveFocus();
  }
});
