import { expect, it } from 'vitest';
import { writeInWorker } from '../../../src/realms/second-place/page/spawn.ts';
import { jobMissing } from '../../../src/service/job-of-caller.ts';
import { addJob, getJob } from '../../../src/storage/jobs/job-store.ts';
import { isNewDatabase } from '../../../src/storage/second-place/new-database.ts';
import { putBack } from '../../../src/storage/second-place/put-back.ts';
import { job } from '../../fakes/empty-database.ts';
import { loseDatabase, useLostLibrary } from './lost-library.ts';

useLostLibrary();

const addWaitingJob = async () => (await addJob(job({ file: null, audio_id: null })))?.id ?? '';

it('a transcript whose rows the database refuses keeps no other away', async () => {
  const ids = [await addWaitingJob(), await addWaitingJob(), await addWaitingJob()];
  const [damaged = '', ...others] = ids.toSorted();
  // The key within the row is missing.
  const row = { store: 'edits', key: damaged, value: {} } as const;
  await writeInWorker([{ subject: damaged, row }]);
  await loseDatabase();
  await putBack(true);
  expect((await Promise.all(others.map(getJob))).map((one) => one?.id)).toEqual(others);
  expect(await getJob(damaged)).toBeNull();
  expect(await isNewDatabase()).toBe(false);
});

it('a job that is not back yet is no job that does not exist', async () => {
  const id = await addWaitingJob();
  await loseDatabase();
  expect(await jobMissing(id)).toMatchObject({ status: 503, code: 'putting_back', retryAfter: 2 });
  await putBack(true);
  expect(await jobMissing(crypto.randomUUID())).toMatchObject({ status: 404 });
});

it('a job that does not exist is named so on a first visit', async () => {
  expect(await jobMissing(crypto.randomUUID())).toMatchObject({ status: 404 });
});
