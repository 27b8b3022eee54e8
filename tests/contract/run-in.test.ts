import { beforeEach, expect, it } from 'vitest';
import { createdJob } from '../../src/contract/pre-recorded-job.ts';
import { getJob } from '../../src/storage/job-store.ts';
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

it('is refused where it names another place', async () => {
  const response = await create({ 'x-earshot-run-in': 'cloud' });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('must be one of local, pool, prefer-local');
});
