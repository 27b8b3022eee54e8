import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { timesOf } from '../../src/pool/layout.ts';
import { deletePool } from '../../src/pool/provision.ts';
import { hasOpenssl, makeCertificates } from '../pool/certificates.ts';
import { accessTo, PHRASE, setUpPool, WaitingMember, waitingJob } from '../pool/members.ts';
import { Broker, freePort, hasNatsServer, nodeSocket } from '../pool/nats-server.ts';
import { RawMember } from '../pool/raw-member.ts';
import { testModels } from '../runner/test-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { appKey, finished, openApp, readJob, uploadBytes, uploadFile } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

test.describe.configure({ timeout: 180_000, mode: 'serial' });
test.skip(!hasNatsServer(), 'nats-server is not installed');

/** Seconds: a seventh of the usual, so that a member that dies is replaced within eight. */
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

/** Waits until the device has seen what is in its pool. */
const seesPool = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel('earshot');
        channel.onmessage = ({ data }) => {
          if (data.type !== 'pool-seen' || !data.view.connected) return;
          channel.close();
          resolve();
        };
        channel.postMessage({ type: 'pool-wanted' });
      }),
  );

/** What the app's database holds in one store. */
const rowsOf = (page: Page, store: string) =>
  page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('earshot');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const rows = opening.result.transaction(name).objectStore(name).getAll();
          rows.onsuccess = () => resolve(rows.result);
        };
      }),
    store,
  );

async function createInPool(page: Page, audio_url: string, params = {}): Promise<string> {
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
    [headers, JSON.stringify({ audio_url, ...params })] as const,
  );
  return String(answer.id);
}

const atWork = (page: Page, id: string) =>
  expect
    .poll(async () => (await readJob(page, id)).post_session_metadata.progress, { intervals: [200] })
    .toBeGreaterThan(0);

test('what keeps a device out of its pool is said in one sentence, and its jobs run here', {
  tag: THOROUGH,
}, async ({ page }) => {
  // The first member decides the phrase.
  await (await WaitingMember.join(accessTo(broker))).leave();
  const nobody = `ws://127.0.0.1:${await freePort()}`;
  const plain = await Broker.start({ jetstream: false });
  const closed = await Broker.start({ origin: 'https://speech.example' });
  const certificates = hasOpenssl() ? makeCertificates() : null;
  const foreign = certificates && (await Broker.start({ tls: certificates }));
  await openApp(page);
  const { body: upload } = await uploadFile(page, clip('en_hello.wav').path);
  const panel = page.getByRole('dialog', { name: 'Pool' });
  const refusals: [object, string][] = [
    [{ address: nobody }, `No broker answers at ${nobody}: check the address`],
    [{ address: plain.url }, 'JetStream switched off: switch it on'],
    [{ pool: 'nobody' }, 'set it up with npm run pool -- create'],
    ...(foreign
      ? [
          [{ address: foreign.url }, `does not trust the certificate of the broker at ${foreign.url}`] as [
            object,
            string,
          ],
        ]
      : []),
    [{ address: closed.url }, `refuses pages of ${new URL(page.url()).origin}: add that to allowed_origins`],
    [{ phrase: 'eight quiet herons at dusk' }, 'not the team phrase'],
  ];
  for (const [wrong, told] of refusals) {
    await joinPool(page, 'Origin', true, wrong);
    if (!(await panel.isVisible())) await page.goto('/#/pool');
    await expect(panel.getByRole('alert')).toContainText(told);
    if (told.startsWith('No broker'))
      await expect(panel.getByRole('alert')).toContainText('trusts its certificate');
  }
  const refused = await finished(page, await createInPool(page, upload.audio_url));
  expect(refused).toMatchObject({ status: 'done' });
  expect(refused.post_session_metadata).not.toHaveProperty('ran_on');

  // A queue with room for one job, which is there.
  await setUpPool(accessTo(broker, 'small'), { jobs: 1, bytes: 10_000_000, keepDays: 1 });
  const first = await WaitingMember.join(accessTo(broker, 'small'));
  await first.pool.offer(waitingJob([1]));
  await joinPool(page, 'Origin', false, { pool: 'small' });
  await expect(panel.getByRole('status')).toContainText('1 job waiting');
  const kept = await finished(page, await createInPool(page, upload.audio_url));
  expect(kept).toMatchObject({ status: 'done' });
  expect(kept.post_session_metadata).not.toHaveProperty('ran_on');
  await first.leave();
  await plain.end();
  await closed.end();
  await foreign?.end();
  certificates?.remove();
});

test('a device whose connection’s worker dies joins again, and its pool goes on', { tag: THOROUGH }, async ({
  page,
}) => {
  await openApp(page);
  const { body: upload } = await uploadFile(page, clip('en_hello.wav').path);
  await joinPool(page, 'Reborn', true);
  const told = async (about: string) => {
    const rows = (await rowsOf(page, 'egress')) as { about: string; reason: string; status: number | null }[];
    return rows.filter((row) => row.reason === 'pool' && row.about === about).map(({ status }) => status);
  };
  await expect.poll(() => told('connected')).toEqual([101]);
  const worker = page.workers().find((one) => /\/pool\.worker-/.test(one.url()));
  // An error outside every call, as of memory that ran out.
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('killed by the test');
    });
  });
  await expect.poll(() => told('connected')).toEqual([101, 101]);
  // A job that is created before the device has seen its pool runs at home.
  await seesPool(page);
  const id = await createInPool(page, upload.audio_url);
  expect((await finished(page, id)).status).toBe('done');
  // The pool took it.
  expect(await told('en_hello.wav')).toContain(200);
  await page.evaluate(() => globalThis.earshot.setPool(null));
});

test('a pool with what nobody can read, then made anew, keeps nobody waiting', { tag: THOROUGH }, async ({
  page,
}) => {
  const access = accessTo(broker, 'odd');
  const otherPhrase = 'nine loud cormorants before dawn';
  await setUpPool(access);
  await (await WaitingMember.join(access)).leave();
  await openApp(page);
  const { body: upload } = await uploadFile(page, clip('en_hello.wav').path);
  await page.goto('/#/pool');
  const panel = page.getByRole('dialog', { name: 'Pool' });

  // A phrase that is easily guessed is not accepted; one is suggested, which can be read.
  await panel.getByLabel('Address of the broker').fill(access.address);
  await panel.getByLabel('Name of the pool').fill(access.pool);
  await panel.getByLabel('Name of this device').fill('Origin');
  const join = panel.getByRole('button', { name: 'Join the pool' });
  await panel.getByLabel('Team phrase').fill('aaaaaaaaaaaa');
  await expect(panel.getByText('The team phrase is easily guessed')).toBeVisible();
  await expect(join).toBeDisabled();
  await panel.getByRole('button', { name: 'Suggest a phrase' }).click();
  await expect(panel.getByLabel('Team phrase')).toHaveValue(/^([a-z]{5} ){4}[a-z]{5}$/);
  await expect(panel.getByLabel('Team phrase')).toHaveAttribute('type', 'text');
  await expect(join).toBeEnabled();

  const beat_seconds = 0.3;
  await joinPool(page, 'Origin', false, { pool: 'odd', beat_seconds });
  await expect(panel.getByRole('status')).toContainText('In the pool odd');
  const other = await RawMember.connect(access);
  await other.spoil('jobs', 'job.damaged');
  await other.write('jobs', 'job.newer', { version: 2 });
  await expect(panel.getByText('1 unreadable message is put aside')).toBeVisible();
  await expect(panel.getByText('1 job needs a newer version of the app')).toBeVisible();

  // Nobody else is there: a job comes home after forty beats.
  const passedOver = await createInPool(page, upload.audio_url);
  await expect.poll(async () => (await readJob(page, passedOver)).post_session_metadata.in_pool).toBe(true);
  const done = await finished(page, passedOver);
  expect(done).toMatchObject({ status: 'done' });
  expect(done.post_session_metadata).not.toHaveProperty('ran_on');
  await expect
    .poll(async () => (await other.bucket('jobs')).get(`job.${passedOver}`).then((row) => row?.operation))
    .toBe('PURGE');

  // The same for one whose result is damaged.
  const worker = await WaitingMember.join(access, { times: timesOf(beat_seconds * 1000) });
  const spoiled = await createInPool(page, upload.audio_url);
  await expect.poll(() => worker.pool.jobs.rows.has(spoiled)).toBe(true);
  const owned = await worker.pool.take(() => true);
  if (!owned) throw new Error('It was not taken.');
  await worker.pool.finish(owned, { of: 'another version' });
  expect(await finished(page, spoiled)).toMatchObject({ status: 'done' });
  await worker.leave();
  await other.close();

  const administrator = await connectPool(access, nodeSocket);
  await deletePool(administrator, 'odd');
  await expect(panel.getByRole('alert')).toContainText('has no pool "odd"');
  await administrator.close();
  await setUpPool(access);
  const founder = await WaitingMember.join({ ...access, phrase: otherPhrase });
  await expect(panel.getByRole('alert')).toContainText('not the team phrase');
  await panel.getByRole('button', { name: 'Change the settings' }).click();
  await panel.getByLabel('Team phrase').fill(otherPhrase);
  await join.click();
  await expect(panel.getByRole('status')).toContainText('In the pool odd');
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await founder.leave();
});

test('jobs run on another device, and on the next one when that goes away', { tag: THOROUGH }, async ({
  browser,
  page,
}) => {
  // Sees what happens.
  const observer = await WaitingMember.join(accessTo(broker), {
    name: 'Observer',
    times: timesOf(BEAT * 1000),
  });
  const { leases } = observer.pool;

  // A machine without a window, which takes a while to start.
  const worker = await startWorker('Office');
  await openApp(page);
  const { body: upload } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 24), 'herons.wav');
  await page.goto('/#/pool');
  const panel = page.getByRole('dialog', { name: 'Pool' });
  await joinPool(page, 'Origin', false);

  await expect(panel.getByRole('row', { name: 'Office' })).toBeVisible();
  const callback_config = { url: 'https://receiver.example/done' };
  const first = await createInPool(page, upload.audio_url, { callback: true, callback_config });
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

  // A tab that is closed gives it back just as soon: long before its lease, which is 6 s here, would have run out.
  const held = () => leases.rows.get(first)?.row;
  await expect.poll(() => held()?.ownerName, { intervals: [50] }).toBe('Helper');
  const { epoch, furthest } = held() ?? { epoch: 0, furthest: 0 };
  await expect.poll(() => held()?.furthest, { intervals: [50] }).toBeGreaterThan(furthest);
  await helper.close();
  const closedAt = performance.now();
  await expect.poll(() => held()?.released, { intervals: [20] }).toBe(true);
  expect(performance.now() - closedAt).toBeLessThan(1_500);
  expect(held()?.epoch).toBe(epoch);
  // The header no longer says that recordings are kept here; the next tab of the same browser goes on.
  await expect(page.getByText('Speech to text on this device and in your pool')).toBeAttached();
  await openApp(await second.newPage());
  const job = await finished(page, first);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(job.post_session_metadata.ran_on).toBe('Helper');
  // Logs have neither the phrase nor what people call their recordings.
  expect(worker.said()).toContain('Office works on');
  expect(worker.said()).not.toMatch(/heron/);

  // Its callback is this device's, on whichever member it ran.
  expect(await rowsOf(page, 'deliveries')).toContainEqual(
    expect.objectContaining({ job_id: first, event: 'transcription.success' }),
  );
  // What left the device is listed.
  const egress = await rowsOf(page, 'egress');
  const { host } = new URL(broker.url);
  expect(egress).toContainEqual(
    expect.objectContaining({ host, reason: 'pool', about: 'herons.wav', sent: expect.any(Number) }),
  );
  await observer.leave();
  await second.close();
});
