import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { addJob, getJob } from '../jobs/job-store.ts';
import { appendToArrival, listArrivals, newArrival, readArrival } from '../recordings/arrival-store.ts';
import { updateSettings } from '../settings/settings-store.ts';
import { DATABASE_NAME, database } from './database.ts';

beforeEach(emptyDatabase);

/** As a browser closes the connection before it says so, or without saying so. */
const closeSilently = async () => (await database()).close();

describe('a connection that the browser has closed without a word', () => {
  it('is opened again by the next write', async () => {
    await database();
    await closeSilently();
    const stored = job();
    await addJob(stored);
    expect(await getJob(stored.id)).toEqual(stored);
  });

  it('is opened again by the next read of one value, of a list, and of several values at one moment', async () => {
    const stored = job();
    await addJob(stored);
    await closeSilently();
    expect(await (await database()).get('jobs', stored.id)).toMatchObject({ id: stored.id });
    await closeSilently();
    expect(await listArrivals()).toEqual([]);
    await closeSilently();
    expect(await getJob(stored.id)).toEqual(stored);
  });

  it('is opened again by reads that go on with it, such as those of a recording', async () => {
    const db = await database();
    const piece = () => crypto.getRandomValues(new Uint8Array(8));
    const pieces = Array.from({ length: 130 }, piece);
    const record = await appendToArrival(
      newArrival('recorded', { filename: 'a.webm', type: 'audio/webm' }),
      pieces,
      130,
    );
    const reading = readArrival(record);
    await closeSilently();
    expect((await reading).size).toBe(130 * 8);
    expect(await db.count('arrivals')).toBe(1);
  });

  it('is opened again where another page deletes the database while one writes', async () => {
    await database();
    const changes = Array.from({ length: 20 }, () => updateSettings(() => ({ when_model_missing: 'fail' })));
    await Promise.all([deleteDB(DATABASE_NAME), ...changes]);
    await updateSettings(() => ({ when_model_missing: 'wait' }));
    expect(await (await database()).get('settings', 'settings')).toMatchObject({
      when_model_missing: 'wait',
    });
  });
});
