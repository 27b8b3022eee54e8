import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { addJob, getJob } from '../jobs/job-store.ts';
import { getSettings, updateSettings } from '../settings/settings-store.ts';
import { database } from './database.ts';

/** The browser forgets the next reads of this kind. */
function forget(reads: number): void {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  for (let read = 0; read < reads; read++) get.mockImplementationOnce(() => new IDBRequest());
}

describe('a read that the browser does not answer', () => {
  beforeEach(async () => {
    await emptyDatabase();
    await database();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is made a second time: one value', async () => {
    await updateSettings(() => ({ when_model_missing: 'fail' }));
    forget(1);
    const reading = getSettings();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reading).toMatchObject({ when_model_missing: 'fail' });
  });

  it('is made a second time: several in one transaction', async () => {
    const stored = job();
    await addJob(stored);
    forget(1);
    const reading = getJob(stored.id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reading).toEqual(stored);
  });

  it('fails in the end', async () => {
    forget(2);
    const reading = expect(getSettings()).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(/reading from its storage/),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    await reading;
  });
});
