import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { database } from '../database/database.ts';
import { addJob } from '../jobs/job-store.ts';
import { getCorrected, getVersion, listVersions } from './corrected-store.ts';
import { keepReadable, saveReadable } from './save-readable.ts';

const DOCUMENT = documentOf({ text: 'hello there', at: 1 }, { text: 'and again', at: 9 });

beforeEach(emptyDatabase);

async function putJob(): Promise<string> {
  const { id } = job();
  await addJob(job({ id }));
  return id;
}

const later = (end: number): CorrectedTranscript => ({
  ...DOCUMENT,
  paragraphs: DOCUMENT.paragraphs.map((paragraph) => ({ ...paragraph, end })),
});

describe('corrections', () => {
  it.each<[string, CorrectedTranscript]>([
    ['a paragraph with a time that is no number', later(Number.NaN)],
    ['a paragraph that never ends', later(Number.POSITIVE_INFINITY)],
    ['a recording of no length', { ...DOCUMENT, duration: -1 }],
    [
      'two paragraphs with one id',
      { ...DOCUMENT, paragraphs: DOCUMENT.paragraphs.map((one) => ({ ...one, id: 'p' })) },
    ],
  ])('that could not be read again are not stored: %s', async (_, document) => {
    const id = await putJob();
    const first = await saveReadable(id, DOCUMENT, { revision: 0, document: null });
    const saved = { ...first, document: DOCUMENT };
    await expect(saveReadable(id, document, saved)).rejects.toThrow(
      /could not be read again, so it was not saved/,
    );
    await expect(keepReadable(id, document, 'Kept')).rejects.toThrow(/could not be read again/);
    expect(await getCorrected(id)).toMatchObject({ revision: 1, document: DOCUMENT });
    expect(await listVersions(id)).toEqual([]);
  });

  it('that are damaged name themselves, and leave the other versions', async () => {
    const id = await putJob();
    await keepReadable(id, DOCUMENT, 'First');
    await keepReadable(id, DOCUMENT, 'Second');
    const db = await database();
    const row = Object(await db.get('edit-versions', [id, 1]));
    await db.put('edit-versions', { ...row, bytes: new ArrayBuffer(9) });
    await expect(getVersion(id, 1)).rejects.toThrow('This version is damaged. The others can be opened.');
    expect(await getVersion(id, 2)).toEqual(DOCUMENT);
  });
});
