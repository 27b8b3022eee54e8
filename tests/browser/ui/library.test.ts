import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { preRecordedRequest } from '../../../src/contract/jobs/pre-recorded-request.ts';
import { UNDO_MS } from '../../../src/contract/transcripts/library-entry.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageService, makeDone, makeJob, makeUtterances } from './in-page-service.ts';
import { choose } from './open-editor.ts';
import { renderApp } from './render-app.ts';

/** A service with finished recordings, the first the newest. */
function withRecordings(...names: string[]): InPageService {
  const service = new InPageService();
  service.jobs = names.map((name, index) => ({
    ...makeDone(makeUtterances(10), name),
    created_at: new Date(Date.UTC(2026, 0, 20 - index)).toISOString(),
  }));
  return service;
}

/** What the app's live region says from now on: other news may follow at once. */
function saidFromNow(): string[] {
  const said: string[] = [];
  const region = document.querySelector('p[aria-live="polite"]');
  const observer = new MutationObserver(() => said.push(region?.textContent ?? ''));
  if (region) observer.observe(region, { childList: true, characterData: true, subtree: true });
  return said;
}

afterEach(() => {
  vi.useRealTimers();
});

test('a deleted recording comes back by Undo, and goes for good at "Delete now"', async () => {
  const service = withRecordings('secret.wav', 'other.wav');
  const { screen } = await renderApp({ service });
  const secret = screen.getByRole('link', { name: /secret\.wav/ });
  await screen.getByRole('button', { name: 'Delete secret.wav' }).click();
  await expect.element(secret).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('region', { name: 'Deleted' }))
    .toHaveTextContent('secret.wav was deleted.');
  expect(document.activeElement?.id).toBe('jobs-title');
  const said = saidFromNow();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(secret).toBeVisible();
  await expect.poll(() => said).toContain('secret.wav is back.');
  expect(service.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);

  await screen.getByRole('button', { name: 'Delete secret.wav' }).click();
  await screen.getByRole('button', { name: 'Delete now' }).click();
  await expect.poll(() => service.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1);
  await expect.element(secret).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: /other\.wav/ })).toBeVisible();
});

test('a deletion can be undone for ten seconds, also by the keyboard and after a reload, and is made then', async () => {
  expect(UNDO_MS).toBe(10_000);
  const service = withRecordings('a.wav', 'b.wav');
  const { screen, library } = await renderApp({ service });
  const deleted = () => service.requests.filter((request) => request.startsWith('DELETE')).length;
  await expect.element(screen.getByRole('button', { name: 'Delete a.wav' })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await screen.getByRole('button', { name: 'Delete a.wav' }).click();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  vi.advanceTimersByTime(UNDO_MS * 0.7);
  expect(deleted()).toBe(0);
  vi.advanceTimersByTime(UNDO_MS * 0.3);
  await expect.poll(deleted).toBe(1);
  vi.useRealTimers();
  await screen.getByRole('button', { name: 'Delete b.wav' }).click();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  globalThis.dispatchEvent(new PageTransitionEvent('pagehide'));
  await screen.unmount();
  const again = await renderApp({ service, library });
  await expect
    .element(again.screen.getByRole('region', { name: 'Deleted' }))
    .toHaveTextContent('b.wav was deleted.');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(again.screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(again.screen.getByRole('link', { name: /b\.wav/ })).toBeVisible();
  expect(deleted()).toBe(1);
});

test('each of 100 recordings is one stop: the arrows move, and keys play, rename and delete with Undo', async () => {
  const service = withRecordings(...Array.from({ length: 100 }, (_, index) => `talk ${index}.wav`));
  const { screen } = await renderApp({ service });
  const row = (index: number) => screen.getByRole('link', { name: new RegExp(`^talk ${index}\\.wav`) });
  await expect.element(screen.getByRole('list', { name: 'Recordings' })).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(row(0)).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(row(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowRight}');
  await expect.element(screen.getByRole('button', { name: 'Delete talk 2.wav' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{F2}');
  await screen.getByLabelText('Name', { exact: true }).fill('Board');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('link', { name: /^Board/ })).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByRole('link', { name: /^Board/ })).not.toBeInTheDocument();
  await expect.element(row(3)).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByRole('link', { name: /^Board/ })).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'talk 3.wav' })).toBeVisible();
});

test('from the top of the page to the saved file of one of 100 recordings it takes at most 15 keys', async () => {
  const service = withRecordings(...Array.from({ length: 100 }, (_, index) => `talk ${index}.wav`));
  const { screen } = await renderApp({ service });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await expect.element(screen.getByRole('list', { name: 'Recordings' })).toBeVisible();
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await userEvent.keyboard(`{${key}}`);
    keys += pressed.length;
  };
  await press('Tab', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter');
  await expect.element(screen.getByRole('list', { name: 'Transcript' })).toHaveFocus();
  while (document.activeElement?.textContent?.trim() !== 'Export' && keys < 20) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    keys += 1;
  }
  await press('Enter', 'Enter');
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Download' })).toHaveFocus();
  await press('Enter');
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  expect(keys).toBeLessThanOrEqual(15);
  saved.mockRestore();
});

test('many are chosen, with a range and with all, and deleted together', async () => {
  const service = withRecordings('a.wav', 'b.wav', 'c.wav', 'd.wav');
  const { screen } = await renderApp({ service });
  await screen.getByRole('button', { name: 'Select' }).click();
  await screen.getByRole('checkbox', { name: 'Choose b.wav' }).click();
  await screen.getByRole('checkbox', { name: 'Choose d.wav' }).click({ modifiers: ['Shift'] });
  await expect.element(screen.getByText('3 chosen')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'All 4' }).click();
  await expect.element(screen.getByText('4 chosen')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'All 4' }).click();
  await expect.element(screen.getByText('0 chosen')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Choose a.wav' }).click();
  await screen.getByRole('checkbox', { name: 'Choose c.wav' }).click();
  await screen
    .getByRole('group', { name: 'Chosen recordings' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(screen.getByText('2 recordings were deleted.').first()).toBeVisible();
  expect(screen.getByRole('link', { name: /\.wav/ }).elements()).toHaveLength(2);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => screen.getByRole('link', { name: /\.wav/ }).elements()).toHaveLength(4);
});

test('recordings get names, tags and folders, which last until they are taken away', async () => {
  const service = withRecordings('a.wav', 'b.wav');
  const { screen, library } = await renderApp({ service });
  await screen.getByRole('button', { name: 'Select' }).click();
  await screen.getByRole('checkbox', { name: 'All 2' }).click();
  await screen.getByRole('button', { name: 'Tags and folder' }).click();
  await screen.getByLabelText('New tag').fill('Interview, Berlin');
  await screen.getByRole('button', { name: 'Add tag' }).click();
  await screen.getByRole('combobox', { name: 'Folder' }).fill('Field work');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(screen.getByRole('link', { name: /a\.wav.*Field work.*Interview.*Berlin/ }))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /b\.wav.*Field work.*Interview.*Berlin/ }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Done' }).click();

  await screen.getByRole('link', { name: /a\.wav/ }).click();
  await choose('More', 'Name, tags and folder');
  await screen.getByRole('textbox', { name: 'Name' }).fill('  Mrs  Weber ');
  await screen.getByRole('button', { name: 'Remove the tag Berlin' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Mrs Weber' })).toBeVisible();
  location.hash = '#/';
  await expect.element(screen.getByRole('link', { name: /Mrs Weber.*Interview/ })).toBeVisible();
  const [first] = service.jobs;
  expect(await library.entries([first?.id ?? ''])).toEqual(
    new Map([[first?.id, { name: 'Mrs Weber', tags: ['Interview'], folder: 'Field work' }]]),
  );
});

test('a folder is renamed with all that is in it; many are exported in the language of a translation', {
  tags: THOROUGH_TAG,
}, async () => {
  const service = withRecordings('a.wav', 'b.wav', 'c.wav');
  const [a, b, c] = service.jobs.map(({ id }) => id);
  service.jobs = service.jobs.map((job, index) => ({
    ...job,
    request_params: preRecordedRequest.parse({
      audio_url: `${location.origin}/v2/upload/0`,
      ...(index === 0 && { translation: true, translation_config: { target_languages: ['fr'] } }),
    }),
  }));
  const { screen, library } = await renderApp({ service });
  await library.change([a ?? '', b ?? ''], { folder: 'Field work' });
  await screen.getByRole('button', { name: 'Filters' }).click();
  await screen.getByRole('combobox', { name: 'Folder' }).selectOptions('Field work');
  await expect.element(screen.getByText('Recordings: 2 of 3')).toBeVisible();
  await screen.getByRole('button', { name: 'Rename the folder' }).click();
  await screen.getByRole('textbox', { name: 'Name' }).fill(' Berlin  2026 ');
  await screen.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Folder' })).toHaveValue('Berlin 2026');
  await expect.element(screen.getByText('Recordings: 2 of 3')).toBeVisible();
  const entries = await library.entries([a ?? '', b ?? '', c ?? '']);
  expect([...entries.values()].map(({ folder }) => folder).filter(Boolean)).toEqual([
    'Berlin 2026',
    'Berlin 2026',
  ]);

  await screen.getByRole('button', { name: 'Select' }).click();
  await screen.getByRole('checkbox', { name: 'All 2' }).click();
  await screen.getByRole('button', { name: 'Export', exact: true }).click();
  await screen.getByRole('combobox', { name: 'Language' }).last().selectOptions('fr');
  await expect.element(screen.getByText(/^1 of 2 were to be translated into it/)).toBeVisible();
});

test('chosen recordings are transcribed again in their rows; the new runs keep names and tags, and go with them', {
  tags: THOROUGH_TAG,
}, async () => {
  const service = withRecordings('a.wav', 'b.wav');
  const { screen, library } = await renderApp({ service });
  await library.change([service.jobs[1]?.id ?? ''], { name: 'Second', addTags: ['x'] });
  await screen.getByRole('button', { name: 'Select' }).click();
  await screen.getByRole('checkbox', { name: 'All 2' }).click();
  const ids = service.jobs.map(({ id }) => id);
  await screen.getByRole('button', { name: 'Transcribe again' }).click();
  await screen.getByRole('dialog').getByRole('radio', { name: 'Other options' }).click();
  await screen.getByLabelText('Languages spoken', { exact: true }).selectOptions('German · Deutsch');
  await screen.getByRole('dialog').getByRole('button', { name: 'Transcribe again' }).click();
  await expect.poll(() => service.bodies).toHaveLength(2);
  const asked = { model: 'automatic', language_config: { languages: ['de'] } };
  expect(service.bodies).toMatchObject(
    ids.map((id) => ({ ...asked, custom_metadata: { earshot_repeats: id } })),
  );
  expect(service.jobs).toHaveLength(4);
  await expect.poll(() => screen.getByText('Transcribing again · Waiting').elements()).toHaveLength(2);
  expect(screen.getByRole('link', { name: /Second.*x/ }).elements()).toHaveLength(1);
  const [again] = service.jobs.filter(({ custom_metadata }) => custom_metadata?.earshot_repeats === ids[1]);
  expect((await library.entries([again?.id ?? ''])).get(again?.id ?? '')).toMatchObject({
    name: 'Second',
    tags: ['x'],
  });
  await screen.getByRole('button', { name: 'Delete Second' }).click();
  await expect.poll(() => new Set(library.hidden.map(({ id }) => id))).toEqual(new Set([ids[1], again?.id]));
  await expect.element(screen.getByText('Second was deleted.').first()).toBeInTheDocument();
});

test('another run shows its progress in its recording, can be stopped there, and says that it is ready', async () => {
  const service = withRecordings('a.wav');
  const [job] = service.jobs;
  const again = makeJob({ status: 'processing', custom_metadata: { earshot_repeats: job?.id } }, 'a.wav');
  service.jobs = [again, ...service.jobs];
  const { screen, library } = await renderApp({ service, hash: `#/jobs/${job?.id}` });
  const article = screen.getByRole('article');
  service.change(again.id, { post_session_metadata: { progress: 0.4 } });
  await expect.element(article.getByText(/^Transcribing again · .*40%/)).toBeVisible();
  expect(screen.getByRole('link', { name: /a\.wav/, includeHidden: true }).elements()).toHaveLength(1);
  await article.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => library.hidden.map(({ id }) => id)).toEqual([again.id]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(article.getByText(/^Transcribing again/)).toBeVisible();
  service.change(again.id, {
    ...makeDone(makeUtterances(10)),
    id: again.id,
    file: job?.file ?? null,
    custom_metadata: again.custom_metadata,
  });
  await expect.element(article.getByText('A new transcript is ready.')).toBeVisible();
  const inSight = (name: string) => article.getByRole('button', { name, exact: true });
  await inSight('Compare').click();
  await expect.element(screen.getByText(/^(\d+ differences?:|The words are the same\.)$/)).toBeVisible();
  await expect.element(article.getByText('A new transcript is ready.')).not.toBeInTheDocument();
});

test('a recording that failed starts over: the new run takes its place', async () => {
  const service = new InPageService();
  const failed = makeJob({ status: 'error', error_code: 500 }, 'failed.mp3');
  service.jobs = [failed];
  const { screen } = await renderApp({ service, hash: `#/jobs/${failed.id}` });
  await screen.getByRole('article').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => service.jobs.map(({ status }) => status)).toEqual(['queued']);
  expect(service.bodies).toMatchObject([{ model: 'stt-1' }]);
  expect(location.hash).toBe(`#/jobs/${service.jobs[0]?.id}`);
});

test('a recording that runs is stopped when it is deleted', async () => {
  const service = new InPageService();
  service.jobs = [makeJob({ status: 'processing' }, 'long.mp3')];
  const { screen, library } = await renderApp({ service, hash: `#/jobs/${service.jobs[0]?.id}` });
  await expect.element(screen.getByRole('button', { name: 'More' })).toBeVisible();
  expect(
    screen
      .getByRole('article')
      .getByRole('button', { name: /delete/i })
      .query(),
  ).toBeNull();
  await choose('More', 'Delete');
  await expect.poll(() => library.hidden).toHaveLength(1);
  expect(location.hash).toBe('#/');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('link', { name: /long\.mp3/ })).toBeVisible();
});

test('what was meant is listed beside what has the words, with its moment', async () => {
  const service = withRecordings('a.wav', 'b.wav');
  const { screen, library } = await renderApp({ service });
  const [, other] = service.jobs;
  library.meantHits = [
    { id: other?.id ?? '', name: 'b.wav', start: 61, speaker: 'Ada', text: 'It costs too much.', score: 0.5 },
  ];
  await screen.getByRole('searchbox', { name: 'Search recordings' }).fill('price');
  const meant = screen.getByRole('region', { name: 'What was meant' });
  await expect.element(meant.getByRole('link')).toHaveTextContent('b.wav · 1:01 · Ada It costs too much.');
  await expect
    .element(meant.getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining(other?.id ?? '-'));
});

test('a question is answered by what was said, with its moment, or by nothing', async () => {
  const service = withRecordings('a.wav', 'b.wav');
  const { screen, library } = await renderApp({ service });
  const [, other] = service.jobs;
  const passage = {
    id: other?.id ?? '',
    name: 'b.wav',
    start: 61,
    speaker: 'Ada',
    text: 'It costs ten euros.',
  };
  const first = Promise.withResolvers<typeof library.asked>();
  vi.spyOn(library, 'ask').mockReturnValueOnce(first.promise);
  const field = screen.getByRole('searchbox', { name: 'Search recordings' });
  await field.fill('How much is it?');
  await expect.element(screen.getByText('Searching…')).toBeVisible();
  first.resolve({ nearest: [passage], passages: [{ ...passage, language: 'en' }] });
  const answer = screen.getByRole('region', { name: 'Answer' });
  await expect.element(answer.getByRole('link')).toHaveTextContent('b.wav · 1:01 · Ada It costs ten euros.');
  await expect.element(answer.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/\?t=61$/));
  await expect.element(answer).toHaveTextContent(/These passages come nearest:/);

  library.asked = { nearest: [], passages: [] };
  await field.fill('How old is it?');
  await expect.element(answer).toHaveTextContent('Nothing in your recordings says that.');
  await field.fill('old');
  await expect.element(answer).not.toBeInTheDocument();
});
