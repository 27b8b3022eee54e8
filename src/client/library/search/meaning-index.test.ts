import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase, job } from '../../../../tests/fakes/empty-database.ts';
import { changeStores } from '../../../storage/database/change-stores.ts';
import { addJob, deleteJob } from '../../../storage/jobs/job-store.ts';
import {
  LIBRARY_FORMAT,
  type LibraryFacts,
  storeLibraryText,
} from '../../../storage/library/library-texts.ts';
import { readMeaning } from '../../../storage/library/meaning-store.ts';
import { type LibraryEncoder, MeaningIndex } from './meaning-index.ts';

const TOPICS = ['money budget cost price', 'dog cat animal pet', 'rain sun weather storm'];

/** Counts what it encodes; texts are alike if they are about one topic. */
function encoder(modelId = 'one'): LibraryEncoder & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    modelId,
    languages: ['en'],
    async encode(text) {
      texts.push(text);
      const counts = TOPICS.map(
        (topic) => topic.split(' ').filter((word) => text.includes(word)).length + 0.01,
      );
      return Float32Array.from(counts, (count) => count / Math.hypot(...counts));
    },
  };
}

async function put(
  text: string,
  changes: { languages?: string[]; revision?: number; id?: string } = {},
): Promise<string> {
  const { languages = ['en'], revision = 0 } = changes;
  const id = changes.id ?? (await addJob(job({ status: 'done' })))?.id ?? '';
  const facts: LibraryFacts = {
    job_id: id,
    format: LIBRARY_FORMAT,
    completed_at: null,
    revision,
    languages,
    duration: 9,
    speakers: ['Ada'],
  };
  await storeLibraryText(facts, [{ kind: 'text', start: 5, speaker: 0, text }]);
  return id;
}

const found = async (index: MeaningIndex, question: string) => {
  await index.fill();
  return (await index.search(question, 2))?.map(({ id }) => id) ?? null;
};

beforeEach(emptyDatabase);

it('finds what was meant, with its moment and speaker, and makes each vector once', async () => {
  const model = encoder();
  const [pets, money] = [await put('the dog sleeps'), await put('the budget is small')];
  expect(await found(new MeaningIndex(async () => model), 'cost')).toEqual([money, pets]);
  const later = new MeaningIndex(async () => model);
  expect(await later.search('cat', 1)).toMatchObject([
    { id: pets, start: 5, speaker: 'Ada', text: 'the dog sleeps' },
  ]);
  expect(model.texts.filter((text) => text === 'the dog sleeps')).toHaveLength(1);
});

it('makes vectors anew for another model, a corrected text, and a damaged row', async () => {
  const id = await put('the dog sleeps');
  const other = encoder('two');
  const index = new MeaningIndex(async () => encoder());
  await index.fill();
  await new MeaningIndex(async () => other).fill();
  expect((await readMeaning(id))?.model).toBe('two');

  await put('the rain falls', { id, revision: 1 });
  const last = new MeaningIndex(async () => other);
  expect(await found(last, 'storm')).toEqual([id]);
  expect(other.texts).toContain('the rain falls');

  await changeStores(['library-vectors'], (transaction) =>
    transaction
      .objectStore('library-vectors')
      .put({ job_id: id, format: 1, model: 'two', vectors: 'broken' }),
  );
  expect(await readMeaning(id)).toBeNull();
  expect(await found(new MeaningIndex(async () => other), 'storm')).toEqual([id]);
  expect((await readMeaning(id))?.revision).toBe(1);
});

it('leaves nothing of a deleted recording, in storage and in memory', async () => {
  const index = new MeaningIndex(async () => encoder());
  const [gone, kept] = [await put('the dog sleeps'), await put('the cat sleeps')];
  await index.fill();
  const before = index.bytes;
  await deleteJob(gone);
  index.change([gone]);
  expect(await readMeaning(gone)).toBeNull();
  expect(index.bytes).toBe(before / 2);
  expect(await found(index, 'pet')).toEqual([kept]);
});

it('has no answer without a model, and none of languages that it does not know', async () => {
  expect(await found(new MeaningIndex(async () => null), 'pet')).toBeNull();
  await put('der dog schläft', { languages: ['de'] });
  expect(await found(new MeaningIndex(async () => encoder()), 'pet')).toEqual([]);
});
