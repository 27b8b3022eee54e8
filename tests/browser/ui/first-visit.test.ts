import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { database } from '../../../src/storage/database/database.ts';
import { newArrival } from '../../../src/storage/recordings/arrival-store.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

afterEach(() => vi.restoreAllMocks());

test('of a folder that is chosen the recordings become jobs', { tags: THOROUGH_TAG }, async () => {
  const { screen, service } = await renderApp();
  const folder = new DataTransfer();
  folder.items.add(new File(['RIFF'], 'one.wav', { type: 'audio/wav' }));
  folder.items.add(new File(['words'], 'readme.txt', { type: 'text/plain' }));
  folder.items.add(new File(['RIFF'], 'two.mp3', { type: 'audio/mpeg' }));
  const input = screen.getByLabelText('Folder of recordings').element() as HTMLInputElement;
  expect(input.webkitdirectory).toBe(true);
  input.files = folder.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await screen.getByRole('button', { name: 'Transcribe 2 recordings' }).click();
  await expect.element(screen.getByRole('link', { name: /one\.wav/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /two\.mp3/ })).toBeVisible();
  expect(service.bodies).toHaveLength(2);
});

test('all options that are on stand in the line above them, and are there at the next visit', {
  tags: THOROUGH_TAG,
}, async () => {
  const { screen } = await renderApp();
  const line = (shown: typeof screen) => shown.getByRole('button', { name: /^Options/ });
  await expect.element(line(screen)).toHaveTextContent('any language, speakers');
  await screen.getByText('Options', { exact: true }).click();
  await screen.getByLabelText('Languages spoken', { exact: true }).selectOptions('German · Deutsch');
  await screen.getByLabelText('Languages spoken', { exact: true }).selectOptions('French · français');
  await expect.element(screen.getByRole('checkbox', { name: 'Tell speakers apart' })).toBeChecked();
  await screen.getByRole('radio', { name: /^Careful/ }).click();
  await screen.getByText('More options').click();
  await screen.getByLabelText('Summary', { exact: true }).selectOptions('Concise');
  await screen.getByRole('checkbox', { name: /Several languages/ }).click();
  await screen.getByRole('radio', { name: /^Whisper/ }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  const all = 'Whisper, German, French, several languages, careful, speakers, summary';
  await expect.element(line(screen)).toHaveTextContent(all);
  await userEvent.upload(page.getByLabelText('Recordings to transcribe'), [
    new File(['RIFF'], 'talk.wav', { type: 'audio/wav' }),
  ]);
  await expect.element(screen.getByRole('heading', { name: 'talk.wav' })).toBeVisible();
  screen.unmount();

  // What is stored is what a visit leaves behind.
  vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined);
  const again = await renderApp();
  await expect.element(line(again.screen)).toHaveTextContent(all);
});

test('storage is told by kind; the cache and unfinished downloads can go', {
  tags: THOROUGH_TAG,
}, async () => {
  const cache = await caches.open('runtime-files');
  await cache.put('/assets/runtime.wasm', new Response('x'.repeat(3_000_000)));
  const models = new InPageModels();
  const half = InPageModels.model({ title: 'Whisper base', state: 'partial', storedBytes: 39e6 });
  models.models = [half];
  const removed = vi.spyOn(models, 'remove');
  const { screen } = await renderApp({ models });
  await screen.getByRole('button', { name: 'Settings' }).click();
  const kinds = screen.getByRole('list', { name: 'What storage is used for' });
  for (const kind of ['Recordings', 'Models', 'App', 'Everything else']) {
    await expect.element(kinds.getByText(kind, { exact: true })).toBeVisible();
  }
  await kinds.getByRole('button', { name: 'Empty the cache' }).click();
  await expect.element(kinds.getByRole('button', { name: 'Empty the cache' })).not.toBeInTheDocument();
  expect(await caches.has('runtime-files')).toBe(false);
  await kinds.getByRole('button', { name: 'Delete unfinished downloads (39 MB)' }).click();
  await screen.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => removed.mock.calls).toEqual([[half.id]]);
});

test('what another app shared is asked for in the first screen of a phone', async () => {
  await page.viewport(360, 720);
  const arrival = {
    ...newArrival('shared', { filename: 'note.mp3', type: 'audio/mpeg' }),
    bytes: 9,
    pieces: 1,
  };
  const stored = await database();
  await stored.put('arrivals', arrival);
  try {
    const { screen } = await renderApp();
    const heading = screen.getByRole('heading', { name: '1 file was shared with Earshot' });
    await expect.element(heading).toBeVisible();
    expect(heading.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  } finally {
    await stored.delete('arrivals', arrival.id);
    await page.viewport(1280, 800);
  }
});
