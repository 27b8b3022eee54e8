import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { notificationsClient } from '../../../src/client/settings/notifications.ts';
import { HOSTILE_NAMES, STEERING } from '../../fixtures/hostile-names.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageModels, InPageService, makeDone, makeJob, makeUtterances } from './in-page-service.ts';
import { choose } from './open-editor.ts';
import { renderApp } from './render-app.ts';

declare global {
  /** What the names set that get to run. */
  var hostile: boolean | undefined;
}

afterEach(() => vi.restoreAllMocks());

/** Elements that a name has become. */
const injected = () =>
  [...document.querySelectorAll('img, script, v')].filter(({ outerHTML }) =>
    /src="?x"?|hostile/.test(outerHTML),
  );

/** Nothing ran, nothing became an element, and nothing is wider than the page. */
function expectText(): void {
  expect(globalThis.hostile).toBeUndefined();
  expect(injected()).toEqual([]);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  // The fields of forms are the user's own text.
  expect(document.body.innerText.replaceAll(/[\n\t]/g, '')).not.toMatch(STEERING);
}

const metadata = (name: string) => ({ [name.toWellFormed()]: name.toWellFormed() });

for (const width of [360, 1280]) {
  test(`hostile names are text in the list, as running, failed and done jobs (${width} pixels)`, async () => {
    await page.viewport(width, 800);
    const service = new InPageService();
    service.jobs = HOSTILE_NAMES.flatMap(([, name]) => [
      makeJob({ custom_metadata: metadata(name) }, name),
      makeJob(
        {
          status: 'error',
          error_code: 500,
          post_session_metadata: {
            error: { code: 'internal', message: `${name} could not be read.`, remedy: name },
          },
        },
        name,
      ),
      makeDone(makeUtterances(20), name),
    ]);
    const { screen } = await renderApp({ service });
    await expect.element(screen.getByRole('link', { name: /onerror/ }).first()).toBeVisible();
    expectText();
  });
}

/** All as one name each, short and long; those that are hostile only as a whole name are alone. */
const whole = HOSTILE_NAMES.slice(-3);
const JOINED = [
  ...[false, true].map((isLong): (typeof HOSTILE_NAMES)[number] => [
    isLong ? 'the long ones' : 'the short ones',
    HOSTILE_NAMES.flatMap(([, name]) => (name.length > 1_000 === isLong ? name : [])).join(' '),
  ]),
  ...whole,
];

test(
  "hostile names are text in a job's own view, its dialogs and its downloads",
  { tags: THOROUGH_TAG },
  () => expectTextInJobs(JOINED),
);

test(
  "hostile names, one by one, are text in a job's own view, its dialogs and its downloads",
  {
    tags: THOROUGH_TAG,
  },
  () => expectTextInJobs(HOSTILE_NAMES),
);

async function expectTextInJobs(names: typeof HOSTILE_NAMES): Promise<void> {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  for (const [what, name] of names) {
    const service = new InPageService();
    const spoken = makeUtterances(10).map((utterance) => ({
      ...utterance,
      text: name,
      words: utterance.words.map((word) => ({ ...word, word: name.slice(0, 300) })),
    }));
    const job = { ...makeDone(spoken, name), custom_metadata: metadata(name) };
    service.jobs = [job];
    const { screen } = await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(screen.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    expect(globalThis.hostile, what).toBeUndefined();
    expect(injected(), what).toEqual([]);
    expect(document.querySelector('article h2')?.textContent, what).not.toMatch(STEERING);
    for (const width of [360, 1280]) {
      await page.viewport(width, 800);
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth, `${what} (${width} pixels)`).toBeLessThanOrEqual(clientWidth);
    }
    for (const format of ['result', 'txt']) {
      await choose('Export', 'More formats');
      await screen.getByLabelText('Format').selectOptions(format);
      await screen.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    }
    await choose('More', 'Delete');
    const told = screen.getByRole('region', { name: 'Deleted' });
    await expect.element(told).toBeVisible();
    expect(told.element().textContent, what).not.toMatch(STEERING);
    await screen.unmount();
  }
  expect(saved).toHaveLength(2 * names.length);
  for (const name of saved) expect(name).not.toMatch(STEERING);
}

test('hostile names of webhooks and models are text in the settings and among the models', async () => {
  await page.viewport(360, 800);
  const models = new InPageModels();
  models.models = HOSTILE_NAMES.map(([, name], index) =>
    InPageModels.model({ id: `own-${index}`, title: name.slice(0, 120), isOwn: true, state: 'downloaded' }),
  );
  const events = ['transcription.success' as const];
  for (const [, name] of HOSTILE_NAMES) {
    const fields = { name: name.slice(0, 80), url: 'https://receiver.example/', events, secret: null };
    await notificationsClient.add({ ...fields, enabled: true });
  }
  const { screen } = await renderApp({ models });
  await screen.getByRole('button', { name: 'Settings' }).click();
  await expect.element(screen.getByText('onerror').first()).toBeVisible();
  expectText();
  for (const { id } of await notificationsClient.webhooks()) await notificationsClient.remove(id);
});
