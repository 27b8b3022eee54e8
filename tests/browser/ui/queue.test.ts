import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepCorrections } from '../../../src/client/live/keep-live-text.ts';
import { makeDocument } from '../../../src/document/make-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageService, makeJob, makeUtterances } from './in-page-service.ts';
import { choose } from './open-editor.ts';
import { renderApp } from './render-app.ts';

const LIVE = 'Live, 29 November, 14:29';

/** Beside its buttons, a name has the lines that it needs. */
function expectWhole(name: Element) {
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
  expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight);
}

beforeEach(() => page.viewport(1280, 800));

test('50 waiting recordings are one list, each of which runs next, is paused or cancelled', {
  tags: THOROUGH_TAG,
}, async () => {
  const service = new InPageService();
  service.jobs = Array.from({ length: 50 }, (_, n) =>
    makeJob({ created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString() }, `talk-${n}.mp3`),
  ).toReversed();
  const { screen } = await renderApp({ service });
  const list = screen.getByRole('list', { name: 'Waiting recordings' });
  await expect.element(screen.getByText('50 waiting')).toBeVisible();
  expect(list.element().getBoundingClientRect().height).toBeLessThan(500);
  await screen.getByRole('button', { name: 'Run talk-7.mp3 next' }).click();
  await screen.getByRole('button', { name: 'Pause talk-8.mp3' }).click();
  await expect.poll(() => service.bodies).toEqual([{ first: true }, { paused: true }]);
  await screen.getByRole('button', { name: 'Pause all' }).click();
  await expect
    .poll(() => service.bodies.filter((body) => JSON.stringify(body) === '{"paused":true}'))
    .toHaveLength(51);
  await screen.getByRole('button', { name: 'Cancel all' }).click();
  await expect.element(screen.getByText('50 recordings were deleted.').first()).toBeVisible();
  await expect.poll(() => service.jobs.length).toBe(0);
});

test('the title and the stage tell what a job does, and the text appears while it is recognised', async () => {
  const service = new InPageService();
  const job = makeJob(
    { status: 'processing', post_session_metadata: { progress: 0.4, stage: 'listening' } },
    LIVE,
  );
  service.jobs = [job];
  service.partial = [{ start: 3, text: 'Good morning everybody.' }];
  const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
  await expect.element(screen.getByText('Transcribing… 40%').last()).toBeVisible();
  await expect.element(screen.getByText('Good morning everybody.')).toBeVisible();
  await expect.poll(() => document.title).toBe(`40% · ${LIVE} · Earshot`);
  expectWhole(screen.getByRole('link').getByText(LIVE).element());
  // What is being recognised is shown as it is written, until its window is finished.
  service.tellText(job.id, 1, 8, ' Let us');
  await expect.element(screen.getByText('Let us')).toBeVisible();
  service.tellText(job.id, 1, 8, ' Let us be in');
  await expect.element(screen.getByText('Let us be in')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Play from 0:08' })).toBeVisible();
  service.partial = [...service.partial, { start: 8, text: 'Let us begin.' }];
  service.tellWindow(job.id, 1);
  await expect.element(screen.getByText('Let us begin.')).toBeVisible();
  await expect.poll(() => screen.getByText('Let us be in').query()).toBeNull();

  const text = screen.getByRole('region', { name: 'Text so far' });
  await text.getByLabelText('Search the text so far').fill('begin');
  await expect.element(text.getByRole('mark')).toHaveTextContent('begin');
  await expect.element(text.getByRole('status')).toHaveTextContent('1 place');
  expect(text.getByText('Good morning').query()).toBeNull();
  // What is recognised meanwhile is searched, too.
  service.partial = [...service.partial, { start: 12, text: 'We begin with the numbers.' }];
  service.tellWindow(job.id, 2);
  await expect.element(text.getByRole('status')).toHaveTextContent('2 places');
});

test('while speakers are told apart, neither a percentage nor a second that is left is shown', async () => {
  const service = new InPageService();
  const post_session_metadata = { progress: 0.98, stage: 'speakers', seconds_left: 1 };
  service.jobs = [makeJob({ status: 'processing', post_session_metadata }, LIVE)];
  const { screen } = await renderApp({ service });
  await expect.element(screen.getByText('Telling speakers apart…', { exact: true })).toBeVisible();
  expect(screen.getByText(/98%.*left/).elements()).toEqual([]);
});

test('what waits can be played, and a live session that has ended is read meanwhile; deleting is in a menu, with Undo', async () => {
  const service = new InPageService();
  const metadata = { progress: 0, live: true, queue_rank: -1 };
  const live = makeJob({ post_session_metadata: metadata, created_at: '2026-01-02T00:00:00.000Z' }, LIVE);
  const others = Array.from({ length: 5 }, (_, n) =>
    makeJob({ created_at: `2026-01-01T00:00:0${n}.000Z` }, `talk-${n}.mp3`),
  ).toReversed();
  service.jobs = [live, ...others];
  const document = makeDocument(makeUtterances(20), 8);
  await keepCorrections(live.id, { machine: document, edited: document });
  const { screen } = await renderApp({ service });
  const waiting = screen.getByRole('list', { name: 'Waiting recordings' }).getByRole('link');
  await expect.element(waiting.nth(5)).toBeVisible();
  expect(waiting.elements().map(({ textContent }) => textContent)).toEqual([
    LIVE,
    ...others.map(({ file }) => file?.filename).toReversed(),
  ]);
  expectWhole(waiting.first().element());
  await waiting.first().click();
  const text = screen.getByRole('region', { name: 'Live text' });
  await expect.element(text).toHaveTextContent(/word0 word1.*word18 word19/);
  await expect.element(screen.getByLabelText('Recording', { exact: true })).toBeVisible();
  await text.getByRole('button', { name: 'Play from 0:00' }).click();
  // Windows that are recognised meanwhile do not take its place.
  service.partial = [{ start: 0, text: 'Something else.' }];
  service.tellWindow(live.id, 0);
  await text.getByLabelText('Search the text so far').fill('word15');
  await expect.element(text.getByRole('mark')).toHaveTextContent('word15');
  expect(screen.getByText('Something else.').query()).toBeNull();
  expect(
    screen
      .getByRole('article')
      .getByRole('button', { name: /delete/i })
      .query(),
  ).toBeNull();
  await choose('More', 'Delete');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('link', { name: LIVE })).toBeVisible();
});
