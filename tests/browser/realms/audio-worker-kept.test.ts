import { afterEach, expect, it } from 'vitest';
import { audioWorkers, prepareAudioWorker } from '../../../src/realms/audio/page/spawn.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const take = () => audioWorkers.take({ ready: async (worker) => worker });
const used = (taken: ReturnType<typeof take>) => taken.run(async (worker) => worker);

afterEach(() => audioWorkers.end());

it('an audio worker that closed its recording serves the next job', async () => {
  const first = take();
  const worker = await used(first);
  first.release();
  const next = take();
  expect(await used(next)).toBe(worker);
  const second = take();
  expect(await used(second)).not.toBe(worker);
  next.end();
  second.end();
});

it('one that died while idle is replaced', async () => {
  const first = take();
  const worker = await used(first);
  first.release();
  worker.terminate();
  const second = take();
  expect(await used(second)).not.toBe(worker);
  second.end();
});

it('one is started in advance, and only one', { tags: THOROUGH_TAG }, async () => {
  prepareAudioWorker();
  const prepared = take();
  const worker = await used(prepared);
  prepared.release();
  prepareAudioWorker();
  const next = take();
  expect(await used(next)).toBe(worker);
  await worker.call((api) => api.prepare());
  next.end();
});
