import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { importMappings } from '../../../src/client/settings/import-mappings.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { choose, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

const dialog = () => page.getByRole('dialog', { name: 'Import a transcript' });
const alert = () => dialog().getByRole('alert');
const submit = () => dialog().getByRole('button', { name: 'Import', exact: true }).click();

test('the focus goes to why nothing was imported, and to the first question about the columns', {
  tags: THOROUGH_TAG,
}, async () => {
  await openJob();
  await choose('More', 'Import a transcript');
  await submit();
  await expect.element(alert()).toHaveTextContent('Choose a file first.');
  await expect.element(alert()).toHaveFocus();

  const table = new File(['when,who,what\n0:01,Ann,Hello there.\n0:04,Ben,Good-bye.\n'], 'talk.csv');
  await userEvent.upload(dialog().getByLabelText('File'), table);
  await dialog().getByRole('button', { name: 'Choose the columns' }).click();
  await expect.element(dialog().getByLabelText('Time at which it is said')).toHaveFocus();
  await submit();
  await expect.element(alert()).toHaveTextContent('Choose the column of the text first.');
  await expect.element(alert()).toHaveFocus();

  // The service of this test imports nothing.
  await userEvent.selectOptions(dialog().getByLabelText('Text that is said'), 'what');
  await submit();
  await expect.element(alert()).not.toHaveTextContent('Choose the column of the text first.');
  await expect.element(alert()).toHaveFocus();
});

test('the questions come although the import fails before the rows of the file are read', async () => {
  await openJob();
  const { sampleOf } = importMappings;
  const released = Promise.withResolvers<void>();
  vi.spyOn(importMappings, 'sampleOf').mockImplementation(async (file) => {
    await released.promise;
    return sampleOf(file);
  });
  await choose('More', 'Import a transcript');
  const table = new File(['when,who,what\n0:01,Ann,Hello there.\n0:04,Ben,Good-bye.\n'], 'talk.csv');
  await userEvent.upload(dialog().getByLabelText('File'), table);
  // The service of this test imports nothing.
  await submit();
  released.resolve();
  await expect.element(dialog().getByLabelText('Text that is said')).toBeVisible();
  await expect.element(alert()).toHaveFocus();
});
