import { beforeEach, describe, expect, it } from 'vitest';
import { preRecordedJob } from '../../src/contract/pre-recorded-job.ts';
import { getCheckpoints } from '../../src/storage/checkpoint-store.ts';
import { DATABASE_VERSION, database } from '../../src/storage/database.ts';
import { appKey, findKey, listKeys } from '../../src/storage/key-store.ts';
import { getSettings } from '../../src/storage/settings-store.ts';
import { createApp } from '../../workers/service-worker/router.ts';
import { emptyDatabase } from '../fakes/empty-database.ts';
import { restoreOldDatabase } from '../fakes/old-database.ts';
import { ORIGIN } from './service.ts';

const SECRET = 'ek_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const DONE = '11111111-1111-4111-8111-111111111111';
const RUNNING = '22222222-2222-4222-8222-222222222222';

beforeEach(async () => {
  await emptyDatabase();
  await restoreOldDatabase(1);
});

const call = async (path: string) =>
  createApp().fetch(new Request(ORIGIN + path, { headers: { 'x-service-key': SECRET } }));

describe('§9: what version 1 stored', () => {
  it('is brought to the present version', async () => {
    expect((await database()).version).toBe(DATABASE_VERSION);
  });

  it('has its plain first key, which goes on to work, and is listed with how it begins', async () => {
    expect(await appKey()).toBe(SECRET);
    expect(await findKey(SECRET)).toMatchObject({ id: 'app', hint: 'ek_0f1e', last_used_at: null });
    expect(await listKeys()).toHaveLength(1);
    expect((await getSettings()).when_model_missing).toBe('fail');
  });

  it('has its jobs, which still read in the present shape', async () => {
    const response = await call(`/v2/pre-recorded/${DONE}`);
    expect(response.status).toBe(200);
    const job = preRecordedJob.strict().parse(await response.json());
    expect(job).toMatchObject({ id: DONE, version: 2, status: 'done', kind: 'pre-recorded' });
    expect(job.result?.transcription?.full_transcript).toBe('Hello there.');
  });

  it('has its deprecated fields, which are still answered', async () => {
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
