import { beforeEach, expect, it } from 'vitest';
import { saveCorrected } from '../../../src/storage/corrections/save-corrected.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { addJob } from '../../../src/storage/jobs/job-store.ts';
import { appendToArrival, newArrival } from '../../../src/storage/recordings/arrival-store.ts';
import { documentOf } from '../../fakes/corrected-document.ts';
import { job } from '../../fakes/empty-database.ts';
import { useEmptyDatabase } from '../ui/open-editor.ts';

useEmptyDatabase();
const id = crypto.randomUUID();
beforeEach(async () => {
  await addJob(job({ id, file: null }));
});

const PIECES = 12;

it('what is typed or recorded while uploads are written and jobs are deleted waits for one of them at most', async () => {
  const stored: string[] = [];
  const note = (what: string) => () => stored.push(what);
  const bulk = Array.from({ length: PIECES }, (_, index) =>
    changeStores(['audio-pieces'], (transaction) =>
      transaction.objectStore('audio-pieces').put(new ArrayBuffer(4 << 20), ['a', index]),
    ).then(note('piece')),
  );
  const typed = saveCorrected(id, documentOf({ text: 'As typed.', at: 1, speaker: 0 }), {
    revision: 0,
    document: null,
  }).then(note('typed'));
  const recorded = appendToArrival(
    newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' }),
    [new Uint8Array(1000)],
    1,
  ).then(note('recorded'));
  await Promise.all([...bulk, typed, recorded]);
  expect(stored).toHaveLength(PIECES + 2);
  // The first one has begun, and the second one may before the typed text has read what it needs.
  expect(stored.indexOf('typed')).toBeLessThanOrEqual(4);
  expect(stored.indexOf('recorded')).toBeLessThanOrEqual(4);
});
