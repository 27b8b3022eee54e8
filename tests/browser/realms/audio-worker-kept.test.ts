import { afterEach, expect, it } from 'vitest';
import { keepAudioWorker, prepareAudioWorker, takeAudioWorker } from '../../../src/realms/audio/spawn.ts';

afterEach(() => takeAudioWorker().terminate());

it('an audio worker that closed its recording serves the next job', () => {
  const first = takeAudioWorker();
  keepAudioWorker(first);
  expect(takeAudioWorker()).toBe(first);
  const second = takeAudioWorker();
  expect(second).not.toBe(first);
  second.terminate();
  first.terminate();
});

it('one that died while idle is replaced', () => {
  const first = takeAudioWorker();
  keepAudioWorker(first);
  first.terminate();
  const second = takeAudioWorker();
  expect(second).not.toBe(first);
  second.terminate();
});

it('one is started in advance, and only one', async () => {
  prepareAudioWorker();
  const prepared = takeAudioWorker();
  keepAudioWorker(prepared);
  prepareAudioWorker();
  expect(takeAudioWorker()).toBe(prepared);
  await prepared.call((api) => api.prepare());
  prepared.terminate();
});
