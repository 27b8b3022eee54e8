import { type BrowserContext, expect, type Page } from '@playwright/test';
import { accessTo, setUpPool } from '../pool/members.ts';
import { Broker, hasNatsServer } from '../pool/nats-server.ts';
import { clip } from './clips.ts';
import { appKey, finished, openApp, readJob, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

test.describe.configure({ timeout: 300_000, mode: 'serial' });
test.skip(!hasNatsServer(), 'nats-server is not installed');

let broker: Broker;
test.beforeAll(async () => {
  broker = await Broker.start();
  await setUpPool(accessTo(broker));
});
test.afterAll(() => broker.end());

async function join(page: Page, name: string, serves: boolean): Promise<void> {
  const entry = { ...accessTo(broker), name, serves };
  await page.evaluate((given) => globalThis.earshot.setPool(given), entry);
}

async function device(context: BrowserContext, name: string, serves: boolean): Promise<Page> {
  const page = await context.newPage();
  await openApp(page);
  await join(page, name, serves);
  return page;
}

async function createInPool(page: Page, audio_url: string): Promise<string> {
  const key = await appKey(page);
  const answer = await page.evaluate(
    async ([address, secret]) => {
      const response = await fetch('/v2/pre-recorded', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-key': secret ?? '',
          'x-earshot-run-in': 'pool',
        },
        body: JSON.stringify({ audio_url: address }),
      });
      return response.json();
    },
    [audio_url, key],
  );
  return String(answer.id);
}

test('a job runs on another device, which goes away, and on a third one', async ({ browser, page }) => {
  await openApp(page);
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 12), 'herons.wav');
  await join(page, 'Origin', false);

  const second = await browser.newContext();
  const third = await browser.newContext();
  const helper = await device(second, 'Helper', true);
  // The pool is joined after a moment; until then jobs run here.
  await expect.poll(() => poolMembers(page)).toEqual(['Helper', 'Origin']);

  const id = await createInPool(page, body.audio_url);
  await expect.poll(async () => (await readJob(page, id)).post_session_metadata.progress).toBeGreaterThan(0);
  await helper.close();
  await device(third, 'Heir', true);
  const job = await finished(page, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(job.post_session_metadata.ran_on).toBe('Heir');
  await second.close();
  await third.close();
});

function poolMembers(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const channel = new BroadcastChannel('earshot');
        channel.onmessage = ({ data }) => {
          if (data.type !== 'pool-seen') return;
          channel.close();
          const members: { name: string; present: boolean }[] = data.view.members;
          resolve(
            members
              .filter(({ present }) => present)
              .map(({ name }) => name)
              .toSorted(),
          );
        };
        channel.postMessage({ type: 'pool-wanted' });
      }),
  );
}
