import { expect, type Page } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { caretAt, paragraph, textOf } from './open-editor.ts';
import { create, finished, readJob, transcribe, uploadBytes } from './page-service.ts';
import { RealTabs } from './real-tabs.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');
const MICROPHONE = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${HELLO.path}`,
];

let tabs: RealTabs;
test.beforeEach(async () => {
  tabs = await RealTabs.start(MICROPHONE);
});
test.afterEach(() => tabs.close());

/** A recording of several windows. */
async function uploadLong(page: Page): Promise<string> {
  const { body } = await uploadBytes(page, repeatWav(HELLO.path, 16), 'long.wav');
  return body.audio_url;
}

const becomesProcessed = (page: Page, id: string) =>
  expect.poll(async () => (await readJob(page, id)).status).toBe('processing');

async function wordsOf(page: Page, id: string): Promise<string | undefined> {
  const job = await finished(page, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  return job.result?.transcription?.full_transcript;
}

test('a frozen host tab leaves its job to another one, and takes over when it wakes and that one closes', {
  tag: THOROUGH,
}, async () => {
  const page = await tabs.openApp();
  const second = await tabs.openApp();
  const audio_url = await uploadLong(second);
  const undisturbed = await wordsOf(second, await create(second, { audio_url }));
  const id = await create(second, { audio_url });
  await becomesProcessed(second, id);
  const wake = await tabs.freeze(page);
  expect(await wordsOf(second, id)).toBe(undisturbed);

  await page.bringToFront();
  await wake();
  const next = await create(second, { audio_url });
  await becomesProcessed(second, next);
  await second.close();
  expect(await wordsOf(page, next)).toBe(undisturbed);
});

test('the only tab, frozen while it is host, goes on when it wakes', { tag: THOROUGH }, async () => {
  const page = await tabs.openApp();
  const other = await tabs.openPassive();
  const id = await create(page, { audio_url: await uploadLong(page) });
  await becomesProcessed(other, id);
  const wake = await tabs.freeze(page);
  // What was on its way may still arrive; then nothing moves any more.
  const progress = async () => (await readJob(other, id)).post_session_metadata.progress;
  await expect(async () => {
    const before = await progress();
    await other.waitForTimeout(5_000);
    expect(await progress()).toBe(before);
  }).toPass({ timeout: 60_000 });
  expect((await readJob(other, id)).status).toBe('processing');
  await wake();
  expect(await wordsOf(other, id)).toContain('Hello');
});

test('typing: a frozen tab gives its transcript to another one, and shows on waking what that one stored', {
  tag: THOROUGH,
}, async () => {
  const page = await tabs.openApp();
  const { id } = await transcribe(page, HELLO.path);
  const edit = async (on: Page) => {
    await on.goto(`${APP_WITH_MODELS}/#/jobs/${id}`);
    await on.getByRole('button', { name: 'Edit', exact: true }).click();
  };
  await edit(page);
  await caretAt(page, 'John', { after: true });
  await page.keyboard.type(' alpha', { delay: 20 });
  const second = await tabs.openApp();
  const wake = await tabs.freeze(page);
  await edit(second);
  await second.getByRole('button', { name: 'Correct it here' }).click();
  await expect(paragraph(second)).toContainText('John alpha Smith');
  await caretAt(second, 'Where', { after: true });
  await second.keyboard.type(' beta', { delay: 20 });
  await expect.poll(() => textOf(second, id)).toContain('Where beta is');
  await page.bringToFront();
  await wake();
  await expect(page.getByText('being corrected in another tab')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('Where beta is');
});

test('a recording goes on behind another tab, and is offered by the next one when its process ends', {
  tag: THOROUGH,
}, async () => {
  const page = await tabs.openApp();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('timer')).toContainText('0:03');
  const second = await tabs.openApp();
  const wake = await tabs.freeze(page);
  await wake();
  await page.bringToFront();
  await expect(page.getByRole('timer')).toContainText(/0:(0[7-9]|[1-5]\d)/);
  await second.bringToFront();
  await tabs.crash(page);
  await expect(second.getByText('This recording was interrupted. Saved so far: 0:')).toBeVisible();
  await second.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(second.getByRole('list', { name: 'Transcript' })).toContainText('Hello');
});
