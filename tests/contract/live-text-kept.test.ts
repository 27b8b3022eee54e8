import { beforeEach, expect, test } from 'vitest';
import { keepCorrections, takeOverCorrections } from '../../src/client/live/keep-live-text.ts';
import {
  correctLine,
  liveDocuments,
  takeLiveText,
  textOfWords,
} from '../../src/document/runs/live-transcript.ts';
import { alignEarlier } from '../../src/host/run/import-of-job.ts';
import { deleteAbandonedCorrections } from '../../src/storage/corrections/abandoned-corrections.ts';
import { getCorrected, listVersions } from '../../src/storage/corrections/corrected-store.ts';
import { appendToArrival, newArrival } from '../../src/storage/recordings/arrival-store.ts';
import { emptyDatabase } from '../fakes/empty-database.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { RESULT } from '../fuzz/transcript-case.ts';
import { putJob } from './stored.ts';

beforeEach(emptyDatabase);

const said = (text: string) => ({ id: 'a', is_final: true, utterance: spokenUtterance(text) });

/** A session in which somebody corrected a name and marked a moment. */
function corrected() {
  const lines = takeLiveText([], said('we start with Anna now')).map((line) =>
    correctLine(line, 'we start with Hannah now'),
  );
  return liveDocuments(lines, { marks: [{ id: 0, seconds: 1, text: 'Ask' }], names: [], duration: 3 });
}

test('what a person made of a live text is stored before there is a job, and goes to the transcript that replaces it', async () => {
  const documents = corrected();
  const id = crypto.randomUUID();
  await keepCorrections(id, documents);
  await putJob({ id });
  const utterances = [spokenUtterance('Today we start with Anna now.')];
  await alignEarlier(id, { ...RESULT, transcription: { ...whole(), utterances } });
  const edit = await getCorrected(id);
  expect(edit?.document.paragraphs.map(({ words }) => textOfWords(words))).toEqual([
    'Today we start with Hannah now.',
  ]);
  expect(edit?.document.notes).toMatchObject([{ kind: 'highlight', text: 'Ask' }]);
  expect(edit?.document.live).toBeUndefined();
});

test('what was made of a session that was interrupted stays until its sound is answered for, and goes to its job', async () => {
  const session = crypto.randomUUID();
  await keepCorrections(session, corrected());
  const arrival = newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' });
  await appendToArrival({ ...arrival, live_id: session }, [new Uint8Array(10)], 1);
  // A page begins, without a job of this name.
  await deleteAbandonedCorrections();
  const { id } = await putJob();
  await takeOverCorrections(session, id);
  const utterances = [spokenUtterance('Today we start with Anna now.')];
  await alignEarlier(id, { ...RESULT, transcription: { ...whole(), utterances } });
  const edit = await getCorrected(id);
  expect(edit?.document.paragraphs.map(({ words }) => textOfWords(words))).toEqual([
    'Today we start with Hannah now.',
  ]);
  expect(edit?.document.notes).toMatchObject([{ text: 'Ask' }]);
  expect(await listVersions(id)).toMatchObject([{ label: 'Live text', words: 5 }]);
  expect(await getCorrected(session)).toBeNull();
});

test('what was made of a session without a job and without sound goes', async () => {
  const session = crypto.randomUUID();
  await keepCorrections(session, corrected());
  await deleteAbandonedCorrections();
  expect(await getCorrected(session)).toBeNull();
});

test('a job that somebody corrected otherwise stays as it is', async () => {
  const { edited } = corrected();
  const { id } = await putJob();
  const { saveReadable } = await import('../../src/storage/corrections/save-readable.ts');
  await saveReadable(id, edited, { revision: 0, document: null });
  await alignEarlier(id, RESULT);
  expect((await getCorrected(id))?.revision).toBe(1);
});

function whole() {
  if (!RESULT.transcription) throw new Error('The result has no transcription.');
  return RESULT.transcription;
}
