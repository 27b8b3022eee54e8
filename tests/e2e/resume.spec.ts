import { expect, type Page } from '@playwright/test';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { create, finished, openApp, readJob, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { testInProfile as test } from './test.ts';

test.describe.configure({ timeout: 400_000 });

/** A recording of several windows and the result of its undisturbed run, for all tests: transcribed in the first one's page. */
interface Reference {
  audio_url: string;
  transcription: NonNullable<PreRecordedJob['result']>['transcription'];
}
let reference: Reference | null = null;
async function undisturbed(page: Page): Promise<Reference> {
  if (reference) return reference;
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 16), 'long.wav');
  const job = await finished(page, await create(page, { audio_url: body.audio_url }));
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  reference = { audio_url: body.audio_url, transcription: job.result?.transcription };
  return reference;
}

test('a job whose tab was killed is resumed by the next tab, with the result of an undisturbed run', async ({
  context,
  page,
}) => {
  await openApp(page);
  const { audio_url, transcription } = await undisturbed(page);
  const id = await create(page, { audio_url });
  const progress = async () => (await readJob(page, id)).post_session_metadata.progress;
  await expect.poll(progress, { intervals: [50] }).toBeGreaterThan(0);
  expect((await readJob(page, id)).status).toBe('processing');
  await page.close();

  const next = await context.newPage();
  await openApp(next);
  const resumed = await finished(next, id);
  expect(resumed.status).toBe('done');
  expect(resumed.result?.transcription).toEqual(transcription);
  expect(resumed.post_session_metadata.resumed_windows).toBeGreaterThan(0);
});

test('a job outlives more reloads of its tab than it may crash, within one window', {
  tag: THOROUGH,
}, async ({ page }) => {
  await openApp(page);
  const { audio_url } = await undisturbed(page);
  const id = await create(page, { audio_url });
  for (let reload = 0; reload < 6; reload++) {
    await expect.poll(async () => (await readJob(page, id)).status).not.toBe('queued');
    await page.reload();
    await openApp(page);
  }
  const job = await finished(page, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
});

test('a host whose page stands still keeps its job: no other tab runs it as well', { tag: THOROUGH }, async ({
  context,
  page,
}) => {
  await openApp(page);
  const second = await context.newPage();
  await openApp(second);
  const { audio_url } = await undisturbed(second);
  const id = await create(second, { audio_url });
  await expect.poll(async () => (await readJob(second, id)).status).toBe('processing');
  const hosts = () =>
    second.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const of = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'earshot-host');
      return { held: of(held).map(({ clientId }) => clientId), waiting: of(pending).length };
    });
  const [before] = (await hosts()).held;
  // As where a browser gives a hidden tab next to no time.
  const standing = page.evaluate(() => {
    const until = performance.now() + 10_000;
    while (performance.now() < until);
  });
  for (let look = 0; look < 8; look++) {
    expect(await hosts()).toEqual({ held: [before], waiting: 1 });
    expect(second.workers()).toEqual([]);
    await second.waitForTimeout(1_000);
  }
  await standing;
  const job = await finished(second, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(second.workers()).toEqual([]);
});
