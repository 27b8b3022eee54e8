import { beforeEach, describe, expect, it } from 'vitest';
import { preRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { createApp } from '../../src/service/router.ts';
import { DATABASE_VERSION, database } from '../../src/storage/database/database.ts';
import { getCheckpoints } from '../../src/storage/jobs/checkpoint-store.ts';
import { listDeliveries } from '../../src/storage/notifications/outbox.ts';
import { listWebhooks } from '../../src/storage/notifications/webhook-store.ts';
import { appKey, findKey, listKeys } from '../../src/storage/settings/key-store.ts';
import { getSettings } from '../../src/storage/settings/settings-store.ts';
import { emptyDatabase } from '../fakes/empty-database.ts';
import { restoreOldDatabase } from '../fakes/old-database.ts';
import { ORIGIN } from './service.ts';

const SECRET = 'ek_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const DONE = '11111111-1111-4111-8111-111111111111';
const RUNNING = '22222222-2222-4222-8222-222222222222';

const FAILED = '33333333-3333-4333-8333-333333333333';

const call = async (path: string, key = SECRET) =>
  createApp().fetch(new Request(ORIGIN + path, { headers: { 'x-service-key': key } }));

describe('§9: what version 1 stored', () => {
  beforeEach(async () => {
    await emptyDatabase();
    await restoreOldDatabase(1);
  });

  it('is brought to the present version [§9 Deprecation schedule and compatibility policy]', async () => {
    expect((await database()).version).toBe(DATABASE_VERSION);
  });

  it('has its plain first key, which goes on to work, and is listed with how it begins', async () => {
    expect(await appKey()).toBe(SECRET);
    expect(await findKey(SECRET)).toMatchObject({ id: 'app', hint: 'ek_0f1e', last_used_at: null });
    expect(await listKeys()).toHaveLength(1);
    expect((await getSettings()).when_model_missing).toBe('fail');
  });

  it('has its jobs, which still read in the present shape [§9 Every job carries, Deprecation schedule and compatibility policy]', async () => {
    const response = await call(`/v2/pre-recorded/${DONE}`);
    expect(response.status).toBe(200);
    const job = preRecordedJob.strict().parse(await response.json());
    expect(job).toMatchObject({ id: DONE, version: 2, status: 'done', kind: 'pre-recorded' });
    expect(job.result?.transcription?.full_transcript).toBe('Hello there.');
  });

  it('has its deprecated fields, which are still answered [§2.4 callback_url; §2.8 name_consistency; §9 Parameters and result]', async () => {
    const { request_params, result } = await (await call(`/v2/pre-recorded/${DONE}`)).json();
    expect(request_params.callback_url).toBe('https://elsewhere.example/told');
    expect(result.sentences).toMatchObject({ success: false, results: null });
    expect(result.name_consistency).toMatchObject({ success: false, results: null });
  });

  it('is listed, has its audio, and goes on where it stood', async () => {
    const { items } = await (await call('/v2/pre-recorded')).json();
    expect(items.map(({ id }: { id: string }) => id)).toEqual([RUNNING, DONE]);
    expect(await (await call(`/v2/pre-recorded/${DONE}/file`)).text()).toBe('0123456789');
    expect(await getCheckpoints(RUNNING)).toHaveLength(1);
  });
});

/** Written by those versions' own code: tests/fixtures/storage/make-database.ts. */
describe.each([2, 3, 4, 8])('§9: what version %i stored', (version) => {
  let secrets: Record<string, string> = {};
  const as = (name: string, path: string) => call(path, secrets[name]);
  beforeEach(async () => {
    await emptyDatabase();
    secrets = await restoreOldDatabase(version);
  });

  it('is brought to the present version, with every store and index of a new database', async () => {
    const shape = async () => {
      const db = await database();
      expect(db.version).toBe(DATABASE_VERSION);
      return [...db.objectStoreNames].map((name) => [name, [...db.transaction(name).store.indexNames]]);
    };
    const upgraded = await shape();
    await emptyDatabase();
    expect(upgraded).toEqual(await shape());
  });

  it('has its keys and settings: each key sees what was its own, and a revoked one stays refused', async () => {
    expect(await appKey()).toBe(secrets.app);
    expect((await listKeys()).map(({ name }) => name).sort()).toEqual(['Old', 'Shop', 'This app']);
    expect((await getSettings()).limits.requests_per_minute).toBe(500);
    for (const name of ['app', 'shop']) {
      const { items } = await (await as(name, '/v2/pre-recorded')).json();
      expect(items.map(({ id }: { id: string }) => id)).toEqual([RUNNING, FAILED, DONE]);
    }
    expect((await as('old', '/v2/pre-recorded')).status).toBe(401);
  });

  it('has its jobs, which still read in the present shape, whatever became of them', async () => {
    const read = async (id: string) =>
      preRecordedJob.strict().parse(await (await as('shop', `/v2/pre-recorded/${id}`)).json());
    const done = await read(DONE);
    expect(done).toMatchObject({
      version: 2,
      status: 'done',
      error_code: null,
      custom_metadata: { order: 1 },
    });
    expect(done.result?.transcription?.full_transcript).toBe('Hello there.');
    expect(done.request_params).toMatchObject({
      callback_url: 'http://localhost:9/told',
      name_consistency: true,
    });
    expect(await read(FAILED)).toMatchObject({ status: 'error', error_code: 502 });
    expect(await read(RUNNING)).toMatchObject({ status: 'processing', result: null });
    expect(await getCheckpoints(RUNNING)).toHaveLength(1);
    expect(await (await as('shop', `/v2/pre-recorded/${DONE}/file`)).text()).toBe('0123456789');
  });

  it('can be used on: jobs are filtered, created and deleted', async () => {
    const { items } = await (
      await as('shop', '/v2/pre-recorded?status=done&custom_metadata[order]=1')
    ).json();
    expect(items).toHaveLength(1);
    const response = await createApp().fetch(
      new Request(`${ORIGIN}/v2/pre-recorded`, {
        method: 'POST',
        headers: { 'x-service-key': secrets.shop ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ audio_url: `${ORIGIN}/v2/pre-recorded/${DONE}/file` }),
      }),
    );
    expect(response.status).toBe(200);
    const { id } = await response.json();
    const remove = { method: 'DELETE', headers: { 'x-service-key': secrets.app ?? '' } };
    for (const job of [DONE, FAILED, RUNNING, id]) {
      const deleted = await createApp().fetch(new Request(`${ORIGIN}/v2/pre-recorded/${job}`, remove));
      expect(deleted.status).toBe(202);
    }
    expect(await (await database()).count('audio-bytes')).toBe(0);
  });
});

it('§9: what version 3 had still to tell is told', async () => {
  await emptyDatabase();
  await restoreOldDatabase(3);
  expect((await listWebhooks()).map(({ name, secret }) => [name, secret])).toEqual([['Shop', 'geheim']]);
  const waiting = (await listDeliveries(20)).filter(({ state }) => state === 'waiting');
  expect(waiting.map(({ event, target }) => `${target.kind} ${event}`).sort()).toEqual([
    'callback_url transcription.success',
    'webhook transcription.created',
    'webhook transcription.created',
    'webhook transcription.created',
    'webhook transcription.error',
    'webhook transcription.success',
  ]);
});
