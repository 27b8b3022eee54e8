import { expect } from '@playwright/test';
import { clip } from './clips.ts';
import { create, finished, openApp, readJob, submit, uploadBytes, uploadFile } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

test.describe.configure({ timeout: 400_000 });

test('a job whose tab was killed is resumed by the next tab, with the result of an undisturbed run', async ({
  context,
  page,
}) => {
  await openApp(page);
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 18), 'long.wav');
  const undisturbed = await finished(page, await create(page, { audio_url: body.audio_url }));
  expect(undisturbed.status).toBe('done');

  const id = await create(page, { audio_url: body.audio_url });
  await expect.poll(async () => (await readJob(page, id)).post_session_metadata.progress).toBeGreaterThan(0);
  expect((await readJob(page, id)).status).toBe('processing');
  await page.close();

  const next = await context.newPage();
  await openApp(next);
  const resumed = await finished(next, id);
  expect(resumed.status).toBe('done');
  expect(resumed.result?.transcription).toEqual(undisturbed.result?.transcription);
  expect(resumed.post_session_metadata.resumed_windows).toBeGreaterThan(0);
});

test('a job outlives more reloads of its tab than it may crash, within one window', async ({ page }) => {
  await openApp(page);
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 6), 'long.wav');
  const id = await create(page, { audio_url: body.audio_url });
  for (let reload = 0; reload < 6; reload++) {
    await expect.poll(async () => (await readJob(page, id)).status).not.toBe('queued');
    await page.reload();
    await openApp(page);
  }
  const job = await finished(page, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
});

test('a frozen host tab leaves its job to another one, and goes on when it wakes', async ({
  context,
  page,
}) => {
  await openApp(page);
  const second = await context.newPage();
  await openApp(second);
  const { body } = await uploadBytes(second, repeatWav(clip('en_hello.wav').path, 12), 'long.wav');
  const undisturbed = await finished(second, await create(second, { audio_url: body.audio_url }));
  const id = await create(second, { audio_url: body.audio_url });
  await expect.poll(async () => (await readJob(second, id)).status).toBe('processing');

  const lifecycle = await context.newCDPSession(page);
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
  const taken = await finished(second, id);
  expect(taken.status, JSON.stringify(taken.post_session_metadata)).toBe('done');
  expect(taken.result?.transcription).toEqual(undisturbed.result?.transcription);

  await second.close();
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
  const next = await finished(page, await create(page, { audio_url: body.audio_url }));
  expect(next.status).toBe('done');
});

test('the only tab, frozen while it is host, goes on when it wakes', async ({ context, page }) => {
  await openApp(page);
  // A page of the origin, answered by the service worker, that runs no jobs.
  const other = await context.newPage();
  await other.goto('/license.txt');
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 24), 'long.wav');
  const undisturbed = await finished(page, await create(page, { audio_url: body.audio_url }));
  const id = await create(page, { audio_url: body.audio_url });
  await expect.poll(async () => (await readJob(other, id)).status).toBe('processing');
  const lifecycle = await context.newCDPSession(page);
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
  // What was on its way may still arrive; then nothing moves any more.
  const progress = async () => (await readJob(other, id)).post_session_metadata.progress;
  await expect(async () => {
    const before = await progress();
    await other.waitForTimeout(5_000);
    expect(await progress()).toBe(before);
  }).toPass({ timeout: 60_000 });
  expect((await readJob(other, id)).status).toBe('processing');
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
  const job = await finished(other, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(job.result?.transcription).toEqual(undisturbed.result?.transcription);
});

test('a host whose page stands still keeps its job: no other tab runs it as well', async ({
  context,
  page,
}) => {
  await openApp(page);
  const second = await context.newPage();
  await openApp(second);
  const { body } = await uploadBytes(second, repeatWav(clip('en_hello.wav').path, 14), 'long.wav');
  const id = await create(second, { audio_url: body.audio_url });
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

test('a second tab takes over when the host tab closes', async ({ context, page }) => {
  await openApp(page);
  const second = await context.newPage();
  await openApp(second);
  const { body } = await uploadBytes(second, repeatWav(clip('en_hello.wav').path, 12), 'long.wav');
  const id = await create(second, { audio_url: body.audio_url });
  await expect.poll(async () => (await readJob(second, id)).status).toBe('processing');
  await page.close();
  expect((await finished(second, id)).status).toBe('done');
});

test('jobs run one after the other, oldest first, and each has its own result', async ({ page }) => {
  await openApp(page);
  const clips = [clip('en_hello.wav'), clip('fr_bonjour.wav'), clip('de_hallo.wav')];
  const ids: string[] = [];
  for (const one of clips) ids.push(await submit(page, one.path));
  const jobs = [];
  for (const id of ids) jobs.push(await finished(page, id));
  for (const job of jobs) expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(jobs.map((job) => job.result?.transcription?.languages)).toEqual(clips.map((one) => one.languages));
  const completed = jobs.map((job) => job.completed_at ?? '');
  expect(completed.toSorted()).toEqual(completed);
});

test('the same upload serves several jobs', async ({ page }) => {
  await openApp(page);
  const { body } = await uploadFile(page, clip('en_yes.wav').path);
  const first = await finished(page, await create(page, { audio_url: body.audio_url }));
  const second = await finished(page, await create(page, { audio_url: body.audio_url }));
  expect(first.result?.transcription?.full_transcript).toBe('Yes.');
  expect(second.result?.transcription).toEqual(first.result?.transcription);
});
