import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { timesOf } from '../../src/pool/layout.ts';
import { accessTo, PHRASE, setUpPool, WaitingMember } from '../pool/members.ts';
import { Broker, freePort, hasNatsServer } from '../pool/nats-server.ts';
import { testModels } from '../runner/test-models.ts';
import { clip } from './clips.ts';
import { appKey, finished, openApp, readJob, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

test.describe.configure({ timeout: 120_000, mode: 'serial' });
test.skip(!hasNatsServer(), 'nats-server is not installed');

/** Seconds: a seventh of the usual, so that whoever dies is replaced within eight. */
const BEAT = 2;

let broker: Broker;
test.beforeAll(async () => {
  broker = await Broker.start();
  await setUpPool(accessTo(broker));
});
test.afterAll(() => broker.end());

async function joinPool(page: Page, name: string, serves: boolean, more = {}): Promise<void> {
  const entry = { ...accessTo(broker), name, serves, beat_seconds: BEAT, ...more };
  await page.evaluate((given) => globalThis.earshot.setPool(given), entry);
}

/** `npm run worker`, in a process of its own. */
async function startWorker(name: string): Promise<{ process: ChildProcess; said: () => string }> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-worker-'));
  writeFileSync(join(folder, 'phrase.txt'), `${PHRASE}\n`);
  const options = {
    '--pool': broker.url,
    '--phrase-file': join(folder, 'phrase.txt'),
    '--name': name,
    '--models': testModels(),
    '--port': String(await freePort()),
    '--beat': String(BEAT),
  };
  const script = join(PROJECT_ROOT, 'src/cli/worker.ts');
  const given = ['--import', 'tsx', script, ...Object.entries(options).flat()];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.once('exit', () => rmSync(folder, { recursive: true }));
  return { process: child, said: () => said };
}

async function createInPool(page: Page, audio_url: string): Promise<string> {
  const key = await appKey(page);
  const headers = {
    'content-type': 'application/json',
    'x-service-key': key ?? '',
    'x-earshot-run-in': 'pool',
  };
  const answer = await page.evaluate(
    async ([given, body]) => {
      const response = await fetch('/v2/pre-recorded', { method: 'POST', headers: given, body });
      return response.json();
    },
    [headers, JSON.stringify({ audio_url })] as const,
  );
  return String(answer.id);
}

const atWork = (page: Page, id: string) =>
  expect
    .poll(async () => (await readJob(page, id)).post_session_metadata.progress, { intervals: [200] })
    .toBeGreaterThan(0);

test('jobs run on another device, and on the next one when that goes away', async ({ browser, page }) => {
  // The first member decides the phrase, and sees what happens.
  const observer = await WaitingMember.join(accessTo(broker), {
    name: 'Observer',
    times: timesOf(BEAT * 1000),
  });
  const { leases } = observer.pool;

  // A machine without a window, which takes a while to start.
  const worker = await startWorker('Office');
  await openApp(page);
  const { body: upload } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 12), 'herons.wav');

  // What cannot be joined is told, and jobs run here meanwhile.
  await joinPool(page, 'Origin', false, { phrase: 'eight quiet herons at dusk' });
  await page.goto('/#/pool');
  const panel = page.getByRole('dialog', { name: 'Pool' });
  await expect(panel.getByRole('alert')).toContainText('not the team phrase');
  await joinPool(page, 'Origin', false);

  await expect(panel.getByRole('row', { name: 'Office' })).toBeVisible();
  const first = await createInPool(page, upload.audio_url);
  await atWork(page, first);
  await expect(panel.getByRole('row', { name: 'Office' })).toContainText('herons.wav');

  // Another tab takes the job over when the worker is stopped, which gives it back at once.
  const second = await browser.newContext();
  const helper = await second.newPage();
  await openApp(helper);
  await joinPool(helper, 'Helper', true);
  await expect(panel.getByRole('row', { name: 'Helper' })).toBeVisible();
  const ended = once(worker.process, 'exit');
  worker.process.kill('SIGTERM');
  expect(await ended, worker.said()).toEqual([0, null]);
  const lease = leases.rows.get(first)?.row;
  expect(lease?.released || lease?.ownerName === 'Helper').toBe(true);
  const job = await finished(page, first);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(job.post_session_metadata.ran_on).toBe('Helper');
  // Logs have neither the phrase nor what people call their recordings.
  expect(worker.said()).toContain('Office works on');
  expect(worker.said()).not.toMatch(/heron/);

  // What left the device is listed.
  const egress = await page.evaluate(
    () =>
      new Promise<{ host: string; reason: string; about: string; sent: number }[]>((resolve, reject) => {
        const opening = indexedDB.open('earshot');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result.transaction('egress').objectStore('egress').getAll();
          rows.onsuccess = () => resolve(rows.result);
        };
      }),
  );
  const { host } = new URL(broker.url);
  expect(egress).toContainEqual(
    expect.objectContaining({ host, reason: 'pool', about: 'herons.wav', sent: expect.any(Number) }),
  );
  await observer.leave();
  await second.close();
});
