import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import { keepVersion, saveCorrected } from '../../../src/storage/corrections/save-corrected.ts';
import { database } from '../../../src/storage/database/database.ts';
import { documentOf, said, textsOf } from '../../fakes/corrected-document.ts';
import { makeDone } from './in-page-service.ts';
import { button, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

/** A job whose corrections an earlier version of the app stored as no version can read them. */
async function openDamaged() {
  const job = makeDone([said({ text: 'Good mourning.', at: 1 })]);
  const db = await database();
  await Reflect.apply(db.put, db, ['jobs', { id: job.id, created_at: job.created_at, status: 'done' }]);
  const corrected = documentOf({ text: 'Good morning Sam.', at: 1 });
  await saveCorrected(job.id, corrected, { revision: 0, document: null });
  await keepVersion(job.id, documentOf({ text: 'Good morning.', at: 1 }), 'Kept by hand');
  const [paragraph] = corrected.paragraphs;
  await Reflect.apply(db.put, db, ['edit-paragraphs', { ...paragraph, end: Infinity }, [job.id, 'p0']]);
  return openJob(job);
}

const texts = async (id: string) => textsOf((await readCorrected(id))?.document ?? documentOf());

test('corrections that are damaged leave their versions within reach', async () => {
  const { job } = await openDamaged();
  await expect.element(page.getByText('The corrections of this transcript are damaged.')).toBeVisible();
  await page.getByText('The text of the corrections, as far as it is stored').click();
  await expect.element(page.getByText('Good morning Sam.')).toBeVisible();
  await button('Restore this version').click();
  await expect.poll(() => texts(job.id).catch(() => null)).toEqual(['Good morning.']);
  await expect
    .element(page.getByText('The corrections of this transcript are damaged.'))
    .not.toBeInTheDocument();
  await expect.element(button('Edit')).toBeEnabled();
});

test('corrections that are damaged can be begun again', async () => {
  const { job } = await openDamaged();
  await button('Start again from the recognised text').click();
  await expect.poll(() => texts(job.id).catch(() => null)).toEqual(['Good mourning.']);
  await expect.element(button('Edit')).toBeEnabled();
});
