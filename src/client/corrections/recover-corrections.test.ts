import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, said, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { stubLocalStorage } from '../../../tests/fakes/local-storage.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { announce } from '../../contract/realms/channel.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { transcriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { applyChange } from '../../document/edits/change.ts';
import { setText } from '../../document/edits/edit-text.ts';
import { differenceFrom } from '../../document/runs/difference.ts';
import { saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { addJob, deleteJob } from '../../storage/jobs/job-store.ts';
import { putBack } from '../../storage/second-place/put-back.ts';
import { readCorrected, versions } from './corrected-transcripts.ts';
import { journaledJobs, journalsOf, writeJournal } from './correction-journal.ts';
import { recoverAllCorrections, recoverCorrections, recoverUnheld } from './recover-corrections.ts';

const SAID = [
  { text: 'Good morning.', at: 1, speaker: 0 },
  { text: 'Morning to you.', at: 10, speaker: 1 },
];
const machine = documentOf(...SAID);
const write = (document: CorrectedTranscript, index: number, text: string): CorrectedTranscript => {
  const change = setText(document, index, text);
  return change ? applyChange(document, change).document : document;
};

let id = '';
beforeEach(async () => {
  await emptyDatabase();
  await putBack(false);
  stubLocalStorage();
  const result = transcriptionResult.parse({
    metadata: {
      audio_duration: 3600,
      number_of_distinct_channels: 1,
      billing_time: 60,
      transcription_time: 1,
    },
    transcription: { full_transcript: '', languages: ['en'], utterances: SAID.map(said) },
  });
  ({ id } = job());
  await addJob(job({ id, status: 'done', completed_at: '2026-01-02T00:00:00.000Z', result }));
});
afterEach(() => vi.restoreAllMocks());

const SITTING = 'a';
const NOT_SAVED = 'Not saved: changed elsewhere';
/** What a page keeps at its end. */
function journal(
  document: CorrectedTranscript,
  base: CorrectedTranscript,
  revision: number,
  change = 7,
  sitting = SITTING,
) {
  const difference = differenceFrom([base], document);
  expect(writeJournal({ job_id: id, sitting, change, revision, difference })).toBe(true);
}
const stored = async () => textsOf((await readCorrected(id))?.document ?? machine);
const none = { aside: false, unstored: null };

describe('corrections that a page could not store before it ended', () => {
  it('are stored at the next opening, also where nobody had corrected before, and then no longer kept', async () => {
    journal(write(machine, 1, 'Evening to you.'), machine, 0);
    expect(await recoverUnheld(id, NOT_SAVED)).toEqual(none);
    expect(await stored()).toEqual(['Good morning.', 'Evening to you.']);
    expect(await readCorrected(id)).toMatchObject({ revision: 1, saved_by: { sitting: SITTING, change: 7 } });
    expect(journaledJobs()).toEqual([]);
  });

  it('go on from a save that was under way when the page ended', async () => {
    const first = write(machine, 0, 'Good evening.');
    journal(write(first, 1, 'Evening to you.'), machine, 0, 7);
    await saveCorrected(id, first, { revision: 0, document: null }, { sitting: SITTING, change: 5 });
    expect(await recoverUnheld(id, NOT_SAVED)).toEqual(none);
    expect(await stored()).toEqual(['Good evening.', 'Evening to you.']);
    expect(await versions.list(id)).toEqual([]);
  });

  it('are nothing new where the page had stored them, or more, and did not come to remove them', async () => {
    const first = write(machine, 0, 'Good evening.');
    journal(first, machine, 0, 5);
    await saveCorrected(
      id,
      write(first, 0, 'Good evening, all.'),
      { revision: 0, document: null },
      { sitting: SITTING, change: 9 },
    );
    expect(await recoverUnheld(id, NOT_SAVED)).toEqual(none);
    expect(await stored()).toEqual(['Good evening, all.', 'Morning to you.']);
    expect(await readCorrected(id)).toMatchObject({ revision: 1 });
    expect(journaledJobs()).toEqual([]);
  });

  it('are a version where somebody else has saved since, and what is stored stays', async () => {
    journal(write(machine, 1, 'Evening to you.'), machine, 0);
    await saveCorrected(
      id,
      write(machine, 1, 'Night to you.'),
      { revision: 0, document: null },
      { sitting: 'b', change: 1 },
    );
    expect(await recoverUnheld(id, NOT_SAVED)).toEqual({ aside: true, unstored: null });
    expect(await stored()).toEqual(['Good morning.', 'Night to you.']);
    const [version] = await versions.list(id);
    expect(version?.label).toBe(NOT_SAVED);
    expect(textsOf(await versions.read(id, version?.number ?? 0))).toEqual([
      'Good morning.',
      'Evening to you.',
    ]);
    expect(journaledJobs()).toEqual([]);
  });

  it('stay where they are while a page holds the right to edit, and are given back where storage is full', async () => {
    journal(write(machine, 1, 'Evening to you.'), machine, 0);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    await navigator.locks.request(correctingLock(id), async () => {
      expect(await recoverUnheld(id, NOT_SAVED)).toEqual(none);
    });
    expect(journalsOf(id)).toHaveLength(1);
    vi.restoreAllMocks();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    });
    const { unstored } = await recoverCorrections(id, NOT_SAVED);
    expect(unstored).toMatchObject({ sitting: SITTING, change: 7, error: { code: 'storage_full' } });
    expect(textsOf(unstored?.document ?? machine)).toEqual(['Good morning.', 'Evening to you.']);
    expect(journalsOf(id)).toHaveLength(1);
    put.mockRestore();
  });

  it('are stored when the app starts; what becomes a version waits until its transcript is opened', async () => {
    journal(write(machine, 1, 'Evening to you.'), machine, 0);
    const { signal } = new AbortController();
    await recoverAllCorrections(signal);
    expect(await stored()).toEqual(['Good morning.', 'Evening to you.']);
    journal(write(machine, 0, 'Good night.'), machine, 0, 3, 'c');
    await recoverAllCorrections(signal);
    expect(await versions.list(id)).toEqual([]);
    expect(await recoverUnheld(id, NOT_SAVED)).toMatchObject({ aside: true });
  });

  it('are left for the transcripts that are put back, in a database that the browser has just made', async () => {
    await emptyDatabase();
    writeJournal({
      job_id: id,
      sitting: 'a',
      change: 1,
      revision: 0,
      difference: differenceFrom([machine], machine),
    });
    await recoverAllCorrections(new AbortController().signal);
    expect(journaledJobs()).toEqual([id]);
  });

  it('are forgotten with their recording, whether or not the app is open', async () => {
    const over = new AbortController();
    await recoverAllCorrections(over.signal);
    journal(write(machine, 0, 'Good night.'), machine, 0);
    announce({ type: 'job-deleted', id });
    await eventually(() => expect(journaledJobs()).toEqual([]));
    over.abort();
    journal(write(machine, 0, 'Good night.'), machine, 4);
    await deleteJob(id);
    const next = new AbortController();
    await recoverAllCorrections(next.signal);
    next.abort();
    expect(journaledJobs()).toEqual([]);
  });

  it('are bounded: what has no room leaves the last entry as it is', () => {
    journal(write(machine, 0, 'Good night.'), machine, 0);
    const long = write(machine, 1, 'word '.repeat(40_000));
    const difference = differenceFrom([machine], long);
    expect(writeJournal({ job_id: id, sitting: SITTING, change: 8, revision: 0, difference })).toBe(false);
    expect(journalsOf(id)).toMatchObject([{ change: 7 }]);
  });
});
