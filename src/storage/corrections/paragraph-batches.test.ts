import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { z } from '../../lib/zod.ts';
import { database } from '../database/database.ts';
import { addJob, deleteJob, getJob } from '../jobs/job-store.ts';
import { deleteAbandonedCorrections } from './abandoned-corrections.ts';
import { getCorrected } from './corrected-store.ts';
import { deleteStrayParagraphs, deleteUnlessNamed, writeBatch } from './paragraph-batches.ts';
import { saveCorrected } from './save-corrected.ts';

const long = (text: string, paragraphs = 450): CorrectedTranscript =>
  documentOf(...Array.from({ length: paragraphs }, (_, index) => ({ text, at: index * 10 })));
/** The rows of its paragraphs. */
const SHARED = 6;
const SHORT = documentOf({ text: 'Hello.', at: 0 });
const NEW = { revision: 0, document: null };

beforeEach(emptyDatabase);

async function putJob(): Promise<string> {
  const record = job();
  await addJob(record);
  return record.id;
}

const rows = async () => (await (await database()).getAllKeys('edit-paragraphs')).length;

it('another transcript is read while a long one is written', async () => {
  const [id, other] = [await putJob(), await putJob()];
  await saveCorrected(other, SHORT, NEW);
  let isSaved = false;
  const saving = saveCorrected(id, long('Hello.', 4_000), NEW).then(() => {
    isSaved = true;
  });
  let reads = 0;
  while (!isSaved) {
    expect((await getCorrected(other))?.document).toEqual(SHORT);
    reads += 1;
  }
  await saving;
  // Of a dozen parts: one transaction would let in one or two.
  expect(reads).toBeGreaterThan(10);
});

it('a long text takes the place of another, whose paragraphs go, and is changed in its place', async () => {
  const id = await putJob();
  await saveCorrected(id, SHORT, NEW);
  const first = long('First.');
  await saveCorrected(id, first, { revision: 1, document: SHORT });
  expect((await getCorrected(id))?.document).toEqual(first);
  const second = long('Second.');
  await saveCorrected(id, second, { revision: 2, document: first });
  const [one, ...rest] = second.paragraphs;
  if (!one) throw new Error('No paragraph');
  const third = { ...second, paragraphs: [{ ...one, words: one.words.slice(0, 0) }, ...rest.slice(1)] };
  await saveCorrected(id, third, { revision: 3, document: second });
  expect(await getCorrected(id)).toMatchObject({ revision: 4, document: third });
  // The paragraph that was changed has a row of its own.
  expect(await rows()).toBe(SHARED + 1);
  await deleteJob(id);
  expect(await rows()).toBe(0);
});

it('a short text takes the place of a long one, whose paragraphs go a few at a time', async () => {
  const id = await putJob();
  const first = long('First.', 4_000);
  await saveCorrected(id, first, NEW);
  const asked = vi.spyOn(IDBObjectStore.prototype, 'delete');
  await saveCorrected(id, SHORT, { revision: 1, document: first });
  // One by one, 4,000 deletions were asked for in one transaction.
  expect(asked.mock.calls.length).toBeLessThan(10);
  asked.mockRestore();
  expect((await getCorrected(id))?.document).toEqual(SHORT);
  expect(await rows()).toBe(1);
});

it('what writes need not wait until a long text is read, and it is read as it was at one moment', async () => {
  const [id, other] = [await putJob(), await putJob()];
  const texts = [long('First.', 4_000), long('Second.', 4_000)];
  const [first = SHORT, second = SHORT] = texts;
  await saveCorrected(id, first, NEW);
  const ends: string[] = [];
  await Promise.all([
    getCorrected(id).then(() => ends.push('read')),
    saveCorrected(other, SHORT, NEW).then(() => ends.push('written')),
  ]);
  expect(ends).toEqual(['written', 'read']);
  let isSaved = false;
  const saving = saveCorrected(id, second, { revision: 1, document: first }).then(() => {
    isSaved = true;
  });
  while (!isSaved) expect(texts).toContainEqual((await getCorrected(id))?.document);
  await saving;
  expect((await getCorrected(id))?.document).toEqual(second);
});

it('a list of jobs waits for no long text, also not for the moment from which it counts', async () => {
  const [id, other] = [await putJob(), await putJob()];
  const db = await database();
  const reading = db.transaction('edits');
  let isRead = false;
  // Nobody can write a head meanwhile.
  const holding = (async () => {
    while (!isRead) await reading.store.get('none');
  })();
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const saving = saveCorrected(id, long('Waits.'), NEW);
  await expect
    .poll(() =>
      begun.mock.calls.some(([names, mode]) => mode === 'readwrite' && [...names].includes('edits')),
    )
    .toBe(true);
  begun.mockRestore();
  expect(await getJob(other)).not.toBeNull();
  isRead = true;
  await holding;
  await saving;
  expect((await getCorrected(id))?.document).toEqual(long('Waits.'));
});

it('other jobs are read while a long text goes with its job', async () => {
  const [id, other] = [await putJob(), await putJob()];
  await saveCorrected(id, long('Goes.', 8_000), NEW);
  let isGone = false;
  const going = deleteJob(id).then(() => {
    isGone = true;
  });
  let reads = 0;
  while (!isGone) {
    expect(await getJob(other)).not.toBeNull();
    reads += 1;
  }
  await going;
  expect(await rows()).toBe(0);
  // In one transaction, it let in one.
  expect(reads).toBeGreaterThan(3);
});

it('a host that looks for what is left behind deletes nothing that was named since', async () => {
  const id = await putJob();
  const text = long('Named.');
  await saveCorrected(id, text, NEW);
  const { batch } = z.object({ batch: z.string() }).parse(await (await database()).get('edits', id));
  await deleteUnlessNamed(id, batch);
  expect((await getCorrected(id))?.document).toEqual(text);
  await deleteUnlessNamed(id, '');
  expect(await rows()).toBe(SHARED);
});

it('what somebody else saved meanwhile stays, and nothing is left of the other', async () => {
  const id = await putJob();
  const first = long('First.');
  await saveCorrected(id, first, NEW);
  const late = saveCorrected(id, long('Late.'), NEW);
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  expect((await getCorrected(id))?.document).toEqual(first);
  expect(await rows()).toBe(SHARED);
});

it('what a realm left behind goes with the next host, also paragraphs from before', async () => {
  const id = await putJob();
  const text = long('Stays.');
  await saveCorrected(id, text, NEW);
  await writeBatch(id, crypto.randomUUID(), long('Left behind.').paragraphs);
  await writeBatch(crypto.randomUUID(), crypto.randomUUID(), text.paragraphs);
  await (await database()).put('edit-paragraphs', SHORT.paragraphs[0], [id, 'p0']);
  await deleteAbandonedCorrections();
  expect(await rows()).toBe(SHARED);
  expect((await getCorrected(id))?.document).toEqual(text);
});

it('a host that takes it for left behind has it written again', async () => {
  const id = await putJob();
  const text = long('Whole.', 8_000);
  const saving = saveCorrected(id, text, NEW);
  await expect.poll(rows, { interval: 1 }).toBeGreaterThan(0);
  await deleteStrayParagraphs();
  await saving;
  expect((await getCorrected(id))?.document).toEqual(text);
  expect(await rows()).toBe(97);
});

it('no id of a paragraph is the number of a row that others share', async () => {
  const id = await putJob();
  const text = long('Numbered.');
  const numbered = { ...text, paragraphs: text.paragraphs.map((one, at) => ({ ...one, id: String(at) })) };
  await saveCorrected(id, numbered, NEW);
  const [one, ...rest] = numbered.paragraphs;
  if (!one) throw new Error('No paragraph');
  const changed = { ...numbered, paragraphs: [{ ...one, speaker: null, words: [] }, ...rest] };
  await saveCorrected(id, changed, { revision: 1, document: numbered });
  expect((await getCorrected(id))?.document).toEqual(changed);
});

it('a paragraph of many words has a row of its own', async () => {
  const id = await putJob();
  const text = documentOf(
    { text: 'Short.', at: 0 },
    { text: 'many '.repeat(1_200).trim(), at: 10 },
    ...Array.from({ length: 300 }, (_, index) => ({ text: 'Short.', at: 1_000 + index * 10 })),
  );
  await saveCorrected(id, text, NEW);
  expect((await getCorrected(id))?.document).toEqual(text);
});

it('a version of the app that reads a row for each paragraph is told that a newer one wrote them', async () => {
  const [id, short] = [await putJob(), await putJob()];
  const formatOf = async (job: string) => {
    const head = await (await database()).get('edits', job);
    return typeof head === 'object' && head !== null && 'document' in head ? head.document : null;
  };
  await saveCorrected(id, long('First.'), NEW);
  await saveCorrected(short, SHORT, NEW);
  expect(await formatOf(id)).toMatchObject({ format: 2 });
  expect(await formatOf(short)).toMatchObject({ format: 1 });
  // A change of one paragraph leaves it so.
  const first = (await getCorrected(id))?.document;
  if (!first) throw new Error('Nothing is stored.');
  const changed = { ...first, paragraphs: first.paragraphs.slice(1) };
  await saveCorrected(id, changed, { revision: 1, document: first });
  expect(await formatOf(id)).toMatchObject({ format: 2 });
  expect((await getCorrected(id))?.document).toEqual(changed);
});
