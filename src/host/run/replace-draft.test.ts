import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { makeDocument } from '../../document/make-document.ts';
import { withWords } from '../../document/paragraphs.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { addJob, getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { replaceDraft } from './replace-draft.ts';

/** Words of half a second each. */
function resultOf(text: string): TranscriptionResult {
  const words = text
    .split(' ')
    .map((word, index) => ({ word: ` ${word}`, start: index / 2, end: (index + 1) / 2, confidence: 0.9 }));
  const end = words.length / 2;
  const utterance = { start: 0, end, confidence: 0.9, channel: 0, words, text, language: 'en' as const };
  return {
    metadata: {
      audio_duration: end,
      number_of_distinct_channels: 1,
      billing_time: end,
      transcription_time: 1,
    },
    transcription: { full_transcript: text, languages: ['en'], utterances: [utterance] },
  };
}
const DRAFT = resultOf('the expiration of space by anna');
const BETTER = resultOf('The exploration of space by Anna.');
const session = { draft: { model_id: 'whisper-base', title: 'Whisper base', bytes: 1 } };
const held = new Set<string>();

let id: string;
beforeEach(async () => {
  await emptyDatabase();
  held.clear();
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, _options: object, work: (lock: object | null) => Promise<void>) =>
        work(held.has(name) ? null : {}),
    },
  });
  id = job().id;
  await addJob(job({ id }));
  await updateJob(id, () => ({ status: 'done', result: DRAFT, session }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const textOf = (result: TranscriptionResult | null | undefined) => result?.transcription?.full_transcript;
const textIn = (document: CorrectedTranscript | null | undefined) =>
  document?.paragraphs
    .flatMap(({ words }) => words.map(({ word }) => word))
    .join('')
    .trim();
const edited = async () => textIn((await getCorrected(id))?.document);

/** Somebody writes "Hannah" for the last word. */
async function correct() {
  const document = makeDocument(DRAFT.transcription?.utterances ?? [], 3);
  const [first] = document.paragraphs;
  if (!first) throw new Error('There is no paragraph.');
  const words = first.words.map((word) => (word.word === ' anna' ? { ...word, word: ' Hannah' } : word));
  await saveCorrected(
    id,
    { ...document, paragraphs: [withWords(first, words)] },
    { revision: 0, document: null },
  );
}

it('the better result takes the place of a draft, which is one no more', async () => {
  await replaceDraft(id, { result: BETTER, session: { model_id: 'whisper-base' } });
  const after = await getJob(id);
  expect(textOf(after?.result)).toBe('The exploration of space by Anna.');
  expect(after?.session).toEqual({ model_id: 'whisper-base' });
  await replaceDraft(id, { result: DRAFT, session });
  expect(textOf((await getJob(id))?.result)).toBe('The exploration of space by Anna.');
});

it('corrections that were made meanwhile stay', async () => {
  await correct();
  expect(await edited()).toBe('the expiration of space by Hannah');
  await replaceDraft(id, { result: BETTER, session: {} });
  expect(await edited()).toBe('The exploration of space by Hannah.');
});

it('keeps all that was written as a version, and what was written where the better result has nothing', async () => {
  await correct();
  await replaceDraft(id, { result: resultOf('Something else was said.'), session: {} });
  expect(await edited()).toBe('Something else was said. Hannah');
  const [version] = await listVersions(id);
  expect(version?.label).toBe('Before another run');
  const kept = await getVersion(id, version?.number ?? -1);
  expect(textIn(kept)).toBe('the expiration of space by Hannah');
});

it('leaves the corrections of a tab that makes them now to that tab', async () => {
  await correct();
  held.add(correctingLock(id));
  await replaceDraft(id, { result: BETTER, session: {} });
  expect(await edited()).toBe('the expiration of space by Hannah');
  expect(textOf((await getJob(id))?.result)).toBe('The exploration of space by Anna.');
});
