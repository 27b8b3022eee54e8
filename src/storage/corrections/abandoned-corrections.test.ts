import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { database } from '../database/database.ts';
import { addJob, deleteJob } from '../jobs/job-store.ts';
import { deleteAbandonedCorrections } from './abandoned-corrections.ts';
import { getCorrected } from './corrected-store.ts';
import { saveCorrected } from './save-corrected.ts';

const LONG = documentOf(
  ...Array.from({ length: 300 }, (_, index) => ({ text: 'Hello.', at: index * 10, speaker: index % 2 })),
);
/** The rows of its paragraphs. */
const SHARED = 4;
const NEW = { revision: 0, document: null };

beforeEach(() => emptyDatabase());

async function putJob(): Promise<{ id: string }> {
  const { id } = job();
  await addJob(job({ id }));
  return { id };
}

const rows = async () => {
  const db = await database();
  return (await Promise.all([db.getAllKeys('edits'), db.getAllKeys('edit-paragraphs')])).flat().length;
};

it('a long transcript is stored whole, or not at all', async () => {
  const { id } = await putJob();
  expect(await saveCorrected(id, LONG, NEW)).toMatchObject({ revision: 1 });
  expect((await getCorrected(id))?.document).toEqual(LONG);
  await expect(saveCorrected(id, LONG, NEW)).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows()).toBe(1 + SHARED);
});

it('is not there with a job that was deleted before, meanwhile or after', async () => {
  await expect(saveCorrected(crypto.randomUUID(), LONG, NEW)).rejects.toMatchObject({ code: 'not_found' });
  const [meanwhile, after] = [await putJob(), await putJob()];
  const saving = saveCorrected(meanwhile.id, LONG, NEW);
  saving.catch(() => undefined);
  await deleteJob(meanwhile.id);
  await saving.catch(() => undefined);
  await saveCorrected(after.id, LONG, NEW);
  await deleteJob(after.id);
  expect(await rows()).toBe(0);
});

it('goes with the next host if its realm was ended as the job was deleted', async () => {
  const [kept, gone] = [await putJob(), await putJob()];
  for (const { id } of [kept, gone]) await saveCorrected(id, LONG, NEW);
  await (await database()).delete('jobs', gone.id);
  await deleteAbandonedCorrections();
  expect(await getCorrected(gone.id)).toBeNull();
  expect(await rows()).toBe(1 + SHARED);
});
