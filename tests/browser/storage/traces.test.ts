import { expect, test } from 'vitest';
import { writeBackup } from '../../../src/client/backup/write-backup.ts';
import { LibraryIndex } from '../../../src/client/library/library-index.ts';
import { packVectors } from '../../../src/client/library/search/vector-index.ts';
import { forgetPerson } from '../../../src/client/voices/forget-person.ts';
import { correctingLock } from '../../../src/contract/realms/correcting-lock.ts';
import type { TranscriptionResult } from '../../../src/contract/transcripts/transcription-result.ts';
import { makeDocument } from '../../../src/document/make-document.ts';
import { applyRetention } from '../../../src/host/keep-retention.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { settleInWorker } from '../../../src/realms/second-place/page/spawn.ts';
import { getCorrected } from '../../../src/storage/corrections/corrected-store.ts';
import { keepVersion, saveCorrected } from '../../../src/storage/corrections/save-corrected.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { deleteWithWork } from '../../../src/storage/jobs/delete-with-work.ts';
import { addJob, getJob, updateJob } from '../../../src/storage/jobs/job-store.ts';
import { changeEntries } from '../../../src/storage/library/library-rows.ts';
import { MEANING_FORMAT, readMeaning, storeMeaning } from '../../../src/storage/library/meaning-store.ts';
import { addLiveMessages } from '../../../src/storage/live/live-store.ts';
import { addAudio } from '../../../src/storage/recordings/audio-store.ts';
import {
  changeVoiceMemory,
  getVoiceMemory,
  keepJobVoices,
  nameJobVoices,
} from '../../../src/storage/voices/voice-store.ts';
import { said } from '../../fakes/corrected-document.ts';
import { audio, job } from '../../fakes/empty-database.ts';
import { useLostLibrary } from './lost-library.ts';
import { storedText } from './traces.ts';

useLostLibrary();

const UTTERANCES = [
  said({ text: 'We asked Ada Quillfeather about it.', at: 1, speaker: 0 }),
  said({ text: "That is Quillfeather's own idea.", at: 10, speaker: 1 }),
];
const result = {
  metadata: { audio_duration: 20, number_of_distinct_channels: 1, billing_time: 20, transcription_time: 1 },
  transcription: {
    full_transcript: "We asked Ada Quillfeather about it. That is Quillfeather's own idea.",
    languages: ['en'],
    utterances: UTTERANCES,
  },
} satisfies TranscriptionResult;

/** A finished recording that names a person wherever a name can be, whose voice is remembered. */
async function record(): Promise<string> {
  const sound = audio({ size: 12, filename: 'Ada Quillfeather.wav' });
  await addAudio(sound, blobSource(new Blob(['sound of her'])));
  const { filename, source, id: audio_id } = sound;
  const file = { id: audio_id, filename, source, audio_duration: 20, number_of_channels: 1 };
  const { id } = (await addJob(job({ audio_id, file, custom_metadata: { with: 'Ada Quillfeather' } }))) ?? {
    id: '',
  };
  await updateJob(id, () => ({
    status: 'done',
    completed_at: '2026-01-01T00:00:01.000Z',
    progress: 1,
    result,
  }));
  await changeEntries([id], { name: 'Talk with Ada Quillfeather' });
  const made = makeDocument(UTTERANCES, 20);
  const named = {
    ...made,
    speakers: made.speakers.map((one, index) => (index === 1 ? { ...one, name: 'Ada Quillfeather' } : one)),
  };
  await saveCorrected(id, named, { revision: 0, document: null });
  await keepVersion(id, named, 'Before Quillfeather');
  await addLiveMessages(id, 0, [JSON.stringify({ text: 'Hello Quillfeather' })]);
  await changeVoiceMemory(() => ({ remember: true }));
  const voices = [1, 10].map((start) => ({
    vector: new Float32Array([1, 0]),
    channel: 0,
    start,
    end: start + 2,
  }));
  await keepJobVoices({ job_id: id, model: 'voices', distance: 0.5, voices });
  await nameJobVoices({ job_id: id, model: 'voices' }, [
    { name: 'Ada Quillfeather', vector: new Float32Array([1, 0]) },
  ]);
  await new LibraryIndex().readTexts();
  const vectors = packVectors([new Float32Array([1, 0])]);
  const of = { model: 'one', completed_at: '2026-01-01T00:00:01.000Z', revision: 0, name: 'Quillfeather' };
  await storeMeaning({ job_id: id, format: MEANING_FORMAT, ...of, ...vectors });
  await settleInWorker({ jobs: [id], gone: [], links: [] });
  return id;
}

const backup = async () => new Response(await writeBackup()).text();
const options = { write: true, signal: new AbortController().signal, onProgress: () => undefined };

/** What a rule deletes a day after a recording's end; it is not a new one. */
const retain = async (days: { sound_days: number | null; all_days: number | null }) => {
  const rules = [{ folder: null, tag: null, ...days }];
  await changeStores(['settings'], (transaction) =>
    transaction.objectStore('settings').put({ rules, changed: 0 }, 'retention'),
  );
  await applyRetention(options.signal);
};

test.each([
  ['DELETE', deleteWithWork],
  ['retention', () => retain({ sound_days: null, all_days: 1 })],
])('%s leaves nothing in the index, vectors, stores, private files and later backups', async (_, remove) => {
  const id = await record();
  await changeVoiceMemory(() => ({ people: [] }));
  const before = await storedText();
  for (const trace of ['Quillfeather', 'sound of her', id]) expect(before).toContain(trace);
  expect(await new LibraryIndex().search('idea')).toHaveLength(1);
  expect(await readMeaning(id)).not.toBeNull();
  await remove(id);
  const left = `${await storedText()}${await backup()}`;
  for (const trace of ['Quillfeather', 'sound of her', id]) expect(left).not.toContain(trace);
  expect(await new LibraryIndex().search('idea')).toEqual([]);
  expect(await readMeaning(id)).toBeNull();
});

test('retention of the sound leaves none in stores, private files and later backups, and all words', async () => {
  const id = await record();
  await retain({ sound_days: 1, all_days: null });
  expect(`${await storedText()}${await backup()}`).not.toContain('sound of her');
  expect(await new LibraryIndex().search('idea')).toHaveLength(1);
  expect((await getJob(id))?.result).toEqual(result);
});

test('a forgotten person leaves neither voice nor name, and everything else is whole', async () => {
  const id = await record();
  const index = new LibraryIndex();
  expect(await index.search('quillfeather')).toHaveLength(1);
  const counted = await forgetPerson(['Ada Quillfeather', 'Quillfeather'], { ...options, write: false });
  expect(counted).toMatchObject({ recordings: 1, busy: 0 });
  expect(await storedText()).toContain('Quillfeather');

  expect(await forgetPerson(['Ada Quillfeather', 'Quillfeather'], options)).toEqual(counted);
  expect(`${await storedText()}${await backup()}`).not.toContain('Quillfeather');
  expect((await getVoiceMemory()).people).toEqual([]);
  expect(await new LibraryIndex().search('quillfeather')).toEqual([]);
  expect(await new LibraryIndex().search('idea')).toHaveLength(1);
  const stored = await getJob(id);
  expect(stored?.result?.transcription?.full_transcript).toBe(
    "We asked […] […] about it. That is […]'s own idea.",
  );
  expect(stored?.result?.transcription?.utterances[0]?.words.map(({ word }) => word).join('')).toBe(
    ' We asked […] […] about it.',
  );
  const corrected = await getCorrected(id);
  expect(corrected?.document.speakers.map(({ name }) => name)).toEqual([null, null]);
  expect(corrected?.document.paragraphs).toHaveLength(2);
});

test('nothing is changed of a transcript that a tab corrects, and that is counted', async () => {
  const id = await record();
  const outcome = await navigator.locks.request(correctingLock(id), () =>
    forgetPerson(['Quillfeather'], options),
  );
  expect(outcome).toMatchObject({ recordings: 1, busy: 1 });
  expect((await getJob(id))?.result?.transcription?.full_transcript).toContain('Quillfeather');
});
