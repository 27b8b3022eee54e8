import { beforeEach, expect, it } from 'vitest';
import { createdJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { getJob } from '../../src/storage/jobs/job-store.ts';
import { createKey, listKeys, setRunIn } from '../../src/storage/settings/key-store.ts';
import { asJson, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const create = (headers: Record<string, string>) =>
  service.call('/v2/pre-recorded', asJson({ audio_url: 'https://elsewhere.example/one.mp3' }), headers);

it.each([
  ['', undefined],
  ['local', undefined],
  ['pool', 'pool'],
  ['Prefer-Local', 'prefer-local'],
])('a job says where it may run: %s', async (sent, stored) => {
  const response = await create(sent === '' ? {} : { 'x-earshot-run-in': sent });
  const { id } = createdJob.parse(await response.json());
  expect((await getJob(id))?.run_in).toBe(stored);
});

it('runs where its key says, unless it says so itself', async () => {
  const { key, secret } = await createKey('Archive');
  await setRunIn(key.id, 'prefer-local');
  const stored = async (headers: Record<string, string>) => {
    const response = await create({ 'x-service-key': secret, ...headers });
    return (await getJob(createdJob.parse(await response.json()).id))?.run_in;
  };
  expect(await stored({})).toBe('prefer-local');
  expect(await stored({ 'x-earshot-run-in': 'pool' })).toBe('pool');
  expect(await stored({ 'x-earshot-run-in': 'local' })).toBeUndefined();
  // Other keys are unchanged.
  expect((await listKeys()).map(({ run_in }) => run_in)).toEqual(['local', 'prefer-local']);
});

it('is refused where it names another place', async () => {
  const response = await create({ 'x-earshot-run-in': 'cloud' });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('must be one of local, pool, prefer-local');
});
