import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SAMPLE_MARK } from '../../../src/client/jobs/job-summary.ts';
import { askWhenStored } from '../../../src/client/settings/ask-when-stored.ts';
import { announce } from '../../../src/contract/realms/channel.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { addJob, getJobRow } from '../../../src/storage/jobs/job-store.ts';
import { putBack } from '../../../src/storage/second-place/put-back.ts';
import { job } from '../../fakes/empty-database.ts';
import { InPageService, makeDone } from './in-page-service.ts';
import { SAID, useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();
afterEach(() => vi.restoreAllMocks());

const offer = () => page.getByText(/^The browser has not agreed to keep this library/);

function libraryOf(recordings: number): InPageService {
  const service = new InPageService();
  service.jobs = Array.from({ length: recordings }, (_, index) => makeDone(SAID, `${index}.mp3`));
  return service;
}

test('a backup is offered once a library is worth one, and declined for a while', async () => {
  await renderApp({ service: libraryOf(5) });
  await expect.element(offer()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Back up now' })).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(offer()).not.toBeInTheDocument();
});

test('what became of a library that the browser had deleted is shown until it is dismissed', async () => {
  const sentence = () =>
    page.getByText(/^The browser deleted the library of this device, and there is no second copy/);
  expect(await putBack(true)).toBe(true);
  const { screen } = await renderApp();
  await expect.element(sentence()).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(sentence()).not.toBeInTheDocument();
  screen.unmount();
  await renderApp({ service: libraryOf(5) });
  await expect.element(offer()).toBeVisible();
  expect(sentence().query()).toBeNull();
});

test('recordings that waited to be transcribed and are lost are named', async () => {
  const shown = async (lost: string[]) => {
    const outcome = { transcripts: 0, recordings: 0, silent: 0, lost };
    await changeStores(['settings'], (transaction) =>
      transaction.objectStore('settings').put(outcome, 'put-back'),
    );
    const { screen } = await renderApp();
    await expect.element(page.getByText(/^The browser had deleted the library/)).toBeVisible();
    const text = page.getByText(/^The browser had deleted the library/).element().textContent;
    screen.unmount();
    return text;
  };
  expect(await shown(['Interview'])).toContain(
    '1 recording that waited to be transcribed is lost: Interview.',
  );
  expect(await shown(['a.mp3', 'b.mp3'])).toContain(
    '2 recordings that waited to be transcribed are lost: a.mp3 and b.mp3.',
  );
  expect(await shown(Array.from({ length: 11 }, (_, index) => `${index}.mp3`))).toContain('8.mp3, 9.mp3, …');
});

test('the browser is asked to keep what is stored at the first recording, by any way, and not for the sample', async () => {
  const asking = vi
    .spyOn(StorageManager.prototype, 'persist')
    .mockImplementation(() => new Promise(() => undefined));
  const stopped = new AbortController();
  askWhenStored(stopped.signal);
  const sample = job({ custom_metadata: { [SAMPLE_MARK]: true } });
  const given = job();
  for (const one of [sample, given]) {
    expect(asking).not.toHaveBeenCalled();
    await addJob(one);
    announce({ type: 'job-queued', id: one.id });
    // As long as the question takes that reads the job first.
    for (let turn = 0; turn < 20; turn += 1) await getJobRow(one.id);
  }
  await expect.poll(() => asking.mock.calls.length).toBe(1);
  stopped.abort();
});
