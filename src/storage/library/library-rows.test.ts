import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { addJob, getJob, updateJob } from '../jobs/job-store.ts';
import { queryJobs } from '../jobs/query-jobs.ts';
import { changeEntries, markDeleted, readDeleted, readEntries, unmarkDeleted } from './library-rows.ts';

const listed = async () => (await queryJobs({ offset: 0, limit: 10 })).jobs.map(({ id }) => id);

let puts = 0;

/** Each is a millisecond newer than the one before: two made at one time are listed in the order of their ids. */
async function put(changes: Parameters<typeof job>[0] = {}): Promise<string> {
  puts += 1;
  const stored = job({ created_at: new Date(Date.now() + puts).toISOString(), ...changes });
  await addJob(stored);
  return stored.id;
}

beforeEach(emptyDatabase);

describe('names, tags and folders', () => {
  it('are changed for many at once, and for nobody else', async () => {
    const [a, b, c] = [await put(), await put(), await put()];
    await changeEntries([a, b, crypto.randomUUID()], {
      addTags: ['Interview', ' interview ', ''],
      folder: ' Work ',
    });
    await changeEntries([a], { name: 'Mrs\u202E  Weber', addTags: ['x'] });
    await changeEntries([a], { removeTags: ['INTERVIEW'] });
    expect(await readEntries([a, b, c])).toEqual(
      new Map([
        [a, { name: 'Mrs Weber', tags: ['x'], folder: 'Work' }],
        [b, { name: null, tags: ['Interview'], folder: 'Work' }],
      ]),
    );
    await changeEntries([a], { name: ' ', folder: null });
    expect((await getJob(a))?.library).toEqual({ name: null, tags: ['x'], folder: null });
  });

  it('stay when the job changes, and leave its result alone', async () => {
    const id = await put();
    await changeEntries([id], { name: 'Talk' });
    const result = {
      metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
    };
    await updateJob(id, () => ({ status: 'done', result }));
    await changeEntries([id], { addTags: ['x'] });
    expect(await getJob(id)).toMatchObject({
      status: 'done',
      library: { name: 'Talk', tags: ['x'] },
      result,
    });
  });
});

describe('a recording that was deleted and can come back', () => {
  it('is in no list, also after its job was written, and is listed again where it was', async () => {
    const [older, newer] = [await put(), await put()];
    await markDeleted([older]);
    await updateJob(older, () => ({ completed_at: null }));
    expect(await listed()).toEqual([newer]);
    await unmarkDeleted([older, newer, crypto.randomUUID()]);
    expect(await listed()).toEqual([newer, older]);
    expect(await readDeleted()).toEqual([]);
  });

  it('does not run meanwhile, and goes on unless it was paused before', async () => {
    const [running, paused] = [
      await put({ status: 'processing', claim: 'one', progress: 0.5 }),
      await put({ paused: true }),
    ];
    await markDeleted([running, paused]);
    expect(await getJob(running)).toMatchObject({ status: 'queued', paused: true, claim: null });
    const [went, stays] = await unmarkDeleted([running, paused]);
    expect(went).toMatchObject({ status: 'queued', progress: 0.5 });
    expect(went?.paused).toBeUndefined();
    expect(stays?.paused).toBe(true);
  });

  it('is known with the time at which it was deleted', async () => {
    const [id] = [await put(), await put()];
    await markDeleted([id]);
    const { deleted } = (await getJob(id)) ?? {};
    expect(await readDeleted()).toMatchObject([{ id, deleted }]);
  });
});
