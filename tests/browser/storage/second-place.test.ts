import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveParams } from '../../../src/contract/live/live-request.ts';
import type { TranscriptionResult } from '../../../src/contract/transcripts/transcription-result.ts';
import { blobSource, PIECE_BYTES } from '../../../src/lib/bytes/byte-source.ts';
import {
  keepSoundsInWorker,
  settleInWorker,
  writeInWorker,
} from '../../../src/realms/second-place/page/spawn.ts';
import { getCorrected } from '../../../src/storage/corrections/corrected-store.ts';
import { changeDictionary, getDictionary } from '../../../src/storage/corrections/dictionary-store.ts';
import {
  keepVersion,
  saveCorrected,
  saveCorrectedAhead,
} from '../../../src/storage/corrections/save-corrected.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { database } from '../../../src/storage/database/database.ts';
import { addJob, deleteJob, getJob, updateJob } from '../../../src/storage/jobs/job-store.ts';
import { changeEntries, markDeleted, readDeleted } from '../../../src/storage/library/library-rows.ts';
import {
  addLiveMessages,
  addLiveSession,
  deleteLiveSession,
  liveMessages,
} from '../../../src/storage/live/live-store.ts';
import {
  type ArrivalRecord,
  appendToArrival,
  deleteArrival,
  listArrivals,
  newArrival,
  noteArrivalAudio,
  readArrival,
} from '../../../src/storage/recordings/arrival-store.ts';
import { addAudio, getAudio, openAudioBytes } from '../../../src/storage/recordings/audio-store.ts';
import { findSounds, keepSounds } from '../../../src/storage/second-place/kept-sounds.ts';
import { putBack, readPutBack } from '../../../src/storage/second-place/put-back.ts';
import { giveSecondPlaceBack } from '../../../src/storage/second-place/second-place.ts';
import { findUnsettled } from '../../../src/storage/second-place/settle-second-place.ts';
import { documentOf, textsOf } from '../../fakes/corrected-document.ts';
import { audio, job } from '../../fakes/empty-database.ts';
import { emptyPlace, filesInPlace, loseDatabase, place, useLostLibrary } from './lost-library.ts';

const text = (words: string) => documentOf({ text: words, at: 1, speaker: 0 });
const result = {
  metadata: { audio_duration: 3, number_of_distinct_channels: 1, billing_time: 3, transcription_time: 1 },
  transcription: { full_transcript: 'Hello there.', languages: ['en'], utterances: [] },
} satisfies TranscriptionResult;

const waitingJob = async (changes = {}) => (await addJob(job({ file: null, ...changes })))?.id ?? '';

/** A recording that was not made here. */
async function upload(size: number) {
  const bytes = new Uint8Array(size).map((_, index) => index % 251);
  const made = audio({ size });
  await addAudio(made, blobSource(new Blob([bytes])));
  return { made, bytes };
}

const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** A job of a recording, transcribed. */
async function finishedJob(changes = {}): Promise<string> {
  const id = await waitingJob(changes);
  await updateJob(id, () => ({
    status: 'done',
    completed_at: '2026-01-01T00:00:01.000Z',
    progress: 1,
    result,
  }));
  return id;
}

async function record(seconds: number, changes: Partial<ArrivalRecord> = {}): Promise<ArrivalRecord> {
  let arrival = { ...newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' }), ...changes };
  for (let second = 1; second <= seconds; second += 1)
    arrival = await appendToArrival(arrival, [new Uint8Array(1000).fill(second)], second);
  return arrival;
}

const settleAll = async (before = Date.now() + 1000) => {
  await writeInWorker([]);
  await settleInWorker(await findUnsettled(before));
};

useLostLibrary();
afterEach(() => vi.restoreAllMocks());

describe('a library whose database the browser deleted', () => {
  it('gets back finished text, titles, what was typed, versions and the dictionary', async () => {
    const id = await finishedJob();
    await changeEntries([id], { name: 'Interview' });
    await saveCorrected(id, text('As spoken.'), { revision: 0, document: null });
    const saved = await getCorrected(id);
    await saveCorrected(id, text('As typed.'), { revision: 1, document: saved?.document ?? null });
    await keepVersion(id, text('As it was.'), 'Before');
    await changeDictionary(() => [{ term: 'Earshot', variants: ['ear shot'] }]);
    const [before, versions] = [await getJob(id), await (await database()).getAll('edit-versions')];

    await loseDatabase();
    expect(await getJob(id)).toBeNull();
    expect(await putBack(true)).toBe(true);
    expect(await getJob(id)).toEqual(before);
    expect(textsOf((await getCorrected(id))?.document ?? text(''))).toEqual(['As typed.']);
    expect(await (await database()).getAll('edit-versions')).toEqual(versions);
    expect(await getDictionary()).toEqual([{ term: 'Earshot', variants: ['ear shot'] }]);
    expect(await readPutBack()).toEqual({ transcripts: 1, recordings: 0, silent: 0, lost: [] });
    expect(await putBack(true)).toBe(false);
  });

  it('gets back a recording that waits, with every byte', async () => {
    const arrival = await record(5);
    const before = await (await readArrival(arrival)).arrayBuffer();
    await loseDatabase();
    await putBack(true);
    expect(await listArrivals()).toEqual([arrival]);
    expect(await (await readArrival(arrival)).arrayBuffer()).toEqual(before);
    expect(await readPutBack()).toEqual({ transcripts: 0, recordings: 1, silent: 0, lost: [] });
  });

  it('gets back the sound of a job that was recorded here, transcribed or not', async () => {
    for (const isDone of [false, true]) {
      const arrival = await record(3);
      const sound = await readArrival(arrival);
      const made = audio({ size: sound.size });
      await addAudio(made, blobSource(sound));
      await noteArrivalAudio(arrival.id, made.id);
      const id = isDone ? await finishedJob({ audio_id: made.id }) : await waitingJob({ audio_id: made.id });
      await deleteArrival(arrival.id);
      await loseDatabase();
      await putBack(true);
      expect(await getJob(id)).toMatchObject({ audio_id: made.id, status: isDone ? 'done' : 'queued' });
      const bytes = await openAudioBytes(made.id);
      expect(await bytes.read(0, bytes.size)).toEqual(new Uint8Array(await sound.arrayBuffer()));
      expect(await listArrivals()).toEqual([]);
      await loseDatabase();
      await emptyPlace();
    }
  });

  it('gets back an upload that waits or is half transcribed, with its job, name and every byte', async () => {
    const { made, bytes } = await upload(PIECE_BYTES * 2 + 500);
    const [waiting, running] = [
      await waitingJob({ audio_id: made.id }),
      await waitingJob({ audio_id: made.id }),
    ];
    await changeEntries([waiting], { name: 'Interview' });
    await updateJob(running, () => ({ status: 'processing', claim: 'a', progress: 0.5, furthest: 3 }));
    await keepSoundsInWorker();
    await loseDatabase();
    await putBack(true);
    expect(await getJob(waiting)).toMatchObject({
      status: 'queued',
      audio_id: made.id,
      library: { name: 'Interview' },
    });
    expect(await getJob(running)).toMatchObject({ status: 'queued', claim: null, progress: 0, furthest: 0 });
    const back = await openAudioBytes(made.id);
    expect(back.size).toBe(bytes.length);
    expect(await digest(await back.read(0, back.size))).toEqual(await digest(bytes));
    expect(await getAudio(made.id)).toEqual(made);
    expect(await readPutBack()).toEqual({ transcripts: 0, recordings: 2, silent: 0, lost: [] });
  });

  it('names the waiting recordings whose sound is gone, but fetches again what came from an address', async () => {
    const { made } = await upload(500);
    const file = {
      id: made.id,
      filename: 'talk.wav',
      source: null,
      audio_duration: 1,
      number_of_channels: 1,
    };
    const named = await waitingJob({ audio_id: made.id, file });
    const gone = await waitingJob({ audio_id: made.id, file });
    await changeEntries([named], { name: 'Interview' });
    const fetched = await waitingJob({
      audio_id: made.id,
      file: { ...file, source: 'https://elsewhere.example/' },
    });
    const remote = await waitingJob();
    await loseDatabase();
    await putBack(false);
    expect(await readPutBack()).toMatchObject({ transcripts: 0, recordings: 2 });
    expect((await readPutBack())?.lost.toSorted()).toEqual(['Interview', 'talk.wav']);
    for (const id of [named, gone]) expect(await getJob(id)).toBeNull();
    for (const id of [fetched, remote]) expect(await getJob(id)).toMatchObject({ audio_id: null });
  });

  it('counts the transcripts without sound of its own loss, not those of an earlier one', async () => {
    const { made } = await upload(500);
    const settled = await finishedJob({ audio_id: made.id });
    await settleAll();
    const logged = await finishedJob({ audio_id: made.id });
    for (const silent of [2, 0]) {
      await loseDatabase();
      await putBack(true);
      expect(await readPutBack()).toEqual({ transcripts: 2, recordings: 0, silent, lost: [] });
    }
    for (const id of [settled, logged]) expect((await getJob(id))?.audio_id).toBeNull();
  });

  it('gets back what was said and typed in a live session, with its sound', async () => {
    const id = crypto.randomUUID();
    await addLiveSession(
      {
        id,
        key_id: 'app',
        token: crypto.randomUUID(),
        params: liveParams.parse({}),
        sent_model: null,
        own_model: null,
        automatic: true,
        when_model_missing: 'wait',
        arrival_id: null,
      },
      null,
    );
    await addLiveMessages(id, 0, ['{"type":"one"}', '{"type":"two"}']);
    await saveCorrectedAhead(id, text('Typed meanwhile.'));
    const arrival = await record(2, { live_id: id });
    await loseDatabase();
    await putBack(true);
    expect(await listArrivals()).toEqual([arrival]);
    expect(await liveMessages(id)).toEqual(['{"type":"one"}', '{"type":"two"}']);
    expect(textsOf((await getCorrected(id))?.document ?? text(''))).toEqual(['Typed meanwhile.']);
  });

  it('names the transcripts that have lost their sound, and keeps what was deleted hidden until its time is over', async () => {
    const made = audio();
    await addAudio(made, blobSource(new Blob([new Uint8Array(10)])));
    const id = await finishedJob({ audio_id: made.id });
    const deleted = await finishedJob();
    await markDeleted([deleted]);
    await loseDatabase();
    await putBack(true);
    expect((await getJob(id))?.audio_id).toBeNull();
    expect((await readDeleted()).map(({ id }) => id)).toEqual([deleted]);
    expect(await readPutBack()).toEqual({ transcripts: 1, recordings: 0, silent: 1, lost: [] });
  });

  it('is put back wholly where that was ended in the middle', async () => {
    const [id, arrival] = [await finishedJob(), await record(2)];
    await loseDatabase();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'arrivals') throw new DOMException('Ended.', 'AbortError');
      return put.apply(this, given);
    });
    await expect(putBack(true)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await putBack(true)).toBe(true);
    expect(await getJob(id)).not.toBeNull();
    expect(await listArrivals()).toEqual([arrival]);
  });

  it('gets back what is whole where a log has a torn end, and damage in its middle', async () => {
    const arrival = await record(4);
    const kept = await record(1);
    await loseDatabase();
    const file = await (await place()).getFileHandle(`${arrival.id}.log`);
    const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
    // Each second is a record of its head and its piece; the second one is damaged, the last one cut.
    bytes[bytes.length / 4 + 600] = 99;
    const writable = await file.createWritable();
    await writable.write(bytes.subarray(0, -300));
    await writable.close();
    await putBack(true);
    const arrivals = await listArrivals();
    expect(arrivals.map(({ id }) => id).sort()).toEqual([arrival.id, kept.id].sort());
    const back = arrivals.find(({ id }) => id === arrival.id) ?? arrival;
    const values = new Set(new Uint8Array(await (await readArrival(back)).arrayBuffer()));
    expect([...values]).toEqual(expect.arrayContaining([1]));
    expect(back.pieces).toBeLessThan(4);
    expect(back.pieces).toBeGreaterThan(0);
  });

  it('is named as lost where there is no second place', async () => {
    await emptyPlace();
    expect(await putBack(true)).toBe(true);
    expect(await readPutBack()).toEqual({ transcripts: 0, recordings: 0, silent: 0, lost: [] });
  });
});

describe('the second place', () => {
  it('is no loss to a first visit', async () => {
    expect(await putBack(false)).toBe(false);
    expect(await readPutBack()).toBeNull();
  });

  it('keeps nothing of what was deleted', async () => {
    const arrival = await record(2);
    const made = audio();
    await addAudio(made, blobSource(new Blob([new Uint8Array(10)])));
    await noteArrivalAudio(arrival.id, made.id);
    const id = await finishedJob({ audio_id: made.id });
    await saveCorrected(id, text('As typed.'), { revision: 0, document: null });
    await deleteArrival(arrival.id);
    const discarded = await record(1);
    const before = await filesInPlace();
    expect(before).toEqual(
      [`${arrival.id}.log`, `${discarded.id}.log`, `${id}.log`, `${made.id}.${arrival.id}.made`].sort(),
    );
    await settleAll();
    expect(await filesInPlace()).toContain(`${id}.rows`);
    await saveCorrected(id, text('Typed again.'), {
      revision: 1,
      document: (await getCorrected(id))?.document ?? null,
    });
    await deleteArrival(discarded.id);
    await deleteJob(id);
    expect(await filesInPlace()).toEqual([]);
  });

  it('keeps nothing of a live session that was deleted before it was a job', async () => {
    const id = crypto.randomUUID();
    const params = liveParams.parse({});
    const session = {
      id,
      key_id: 'app',
      token: crypto.randomUUID(),
      params,
      sent_model: null,
      own_model: null,
    };
    await addLiveSession({ ...session, automatic: true, when_model_missing: 'wait', arrival_id: null }, null);
    await addLiveMessages(id, 0, ['{}']);
    expect(await filesInPlace()).toEqual([`${id}.log`]);
    await deleteLiveSession(id);
    expect(await filesInPlace()).toEqual([]);
  });

  it('keeps no recording waiting for the files of a transcript that another realm has open', async () => {
    const typed = await waitingJob();
    await writeInWorker([]);
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    void navigator.locks.request(`earshot-second-place-${typed}`, () => {
      held.resolve();
      return released.promise;
    });
    await held.promise;
    const row = { store: 'jobs', key: typed, value: { title: 'Minutes' } } as const;
    const waiting = writeInWorker([{ subject: typed, row }]);
    const recorded = { store: 'arrivals', key: 'recorded', value: { seconds: 1 } } as const;
    await writeInWorker([{ subject: 'recorded', row: recorded }]);
    expect((await (await (await place()).getFileHandle('recorded.log')).getFile()).size).toBeGreaterThan(0);
    released.resolve();
    await waiting;
  });

  it('is settled at the next start: it keeps a compact copy of finished jobs, and the sound of those that are not', async () => {
    const id = await finishedJob();
    await saveCorrected(id, text('As typed.'), { revision: 0, document: null });
    const waiting = await record(2);
    const done = await record(2);
    const made = audio();
    await addAudio(made, blobSource(new Blob([new Uint8Array(10)])));
    await noteArrivalAudio(done.id, made.id);
    const second = await finishedJob({ audio_id: made.id });
    await deleteArrival(done.id);
    await filesInPlace();
    expect(await findUnsettled(0)).toEqual({ jobs: [], gone: [], links: [] });

    await settleAll();
    expect(await filesInPlace()).toEqual([`${id}.rows`, `${second}.rows`, `${waiting.id}.log`].sort());
    await changeEntries([id], { name: 'Named since' });
    await loseDatabase();
    await putBack(true);
    expect((await getJob(id))?.library?.name).toBe('Named since');
    expect(textsOf((await getCorrected(id))?.document ?? text(''))).toEqual(['As typed.']);
    expect(await readPutBack()).toEqual({ transcripts: 2, recordings: 1, silent: 1, lost: [] });
  });

  it('keeps the sound of an upload until its job is done, or deleted, and copies anew what was ended in between', async () => {
    const { made } = await upload(500);
    const [first, second] = [
      await waitingJob({ audio_id: made.id }),
      await waitingJob({ audio_id: made.id }),
    ];
    await keepSoundsInWorker();
    const sound = [`${made.id}.sound`, `${made.id}.whole`];
    expect(await filesInPlace()).toEqual(expect.arrayContaining(sound));
    await (await place()).removeEntry(`${made.id}.whole`);
    expect(await findSounds()).toEqual({ missing: [made.id], needless: [] });
    await keepSoundsInWorker();
    expect(await findSounds()).toEqual({ missing: [], needless: [] });
    await updateJob(first, () => ({ status: 'done', completed_at: '2026-01-01T00:00:01.000Z', result }));
    await keepSoundsInWorker();
    expect(await filesInPlace()).toEqual(expect.arrayContaining(sound));
    await deleteJob(second);
    await keepSoundsInWorker();
    expect(await filesInPlace()).toEqual([`${first}.log`]);
  });

  it('keeps the sound of a job that has just ended until its log says so', async () => {
    const { made } = await upload(500);
    const id = await waitingJob({ audio_id: made.id });
    await keepSoundsInWorker();
    await vi.waitFor(async () => expect(await filesInPlace()).toContain(`${id}.log`));
    await updateJob(id, () => ({ status: 'done', completed_at: '2026-01-01T00:00:01.000Z', result }));
    await keepSounds();
    expect(await filesInPlace()).toContain(`${made.id}.whole`);
    await vi.waitFor(async () => {
      await keepSounds();
      expect(await filesInPlace()).toEqual([`${id}.log`]);
    });
  });

  it('keeps no sound for which there is little room, or that is very large, nor the sound of a rerun', async () => {
    const { made } = await upload(500);
    await waitingJob({ audio_id: made.id, builds_on: { job_id: made.id, merge: false, rerun: true } });
    expect(await findSounds()).toEqual({ missing: [], needless: [] });
    expect(await filesInPlace()).toEqual([]);
    await waitingJob({ audio_id: made.id });
    const store = (size: number) =>
      changeStores(['audio'], (transaction) => transaction.objectStore('audio').put({ ...made, size }));
    const isKept = async () => {
      await keepSounds();
      return (await filesInPlace()).includes(`${made.id}.whole`);
    };
    await store(501e6);
    expect(await isKept()).toBe(false);
    await store(made.size);
    const estimate = vi.spyOn(StorageManager.prototype, 'estimate');
    for (const usage of [4100, 5000 - 1]) {
      estimate.mockResolvedValue({ quota: 5000, usage });
      expect(await isKept()).toBe(false);
    }
    // A tenth of all room is left free.
    estimate.mockResolvedValue({ quota: 50_000, usage: 45_000 });
    expect(await isKept()).toBe(false);
    estimate.mockResolvedValue({ quota: 50_000, usage: 44_000 });
    expect(await isKept()).toBe(true);
  });

  it('copies the finished jobs of a library that is older than it', async () => {
    const id = await finishedJob();
    await filesInPlace();
    await emptyPlace();
    await settleAll();
    expect(await filesInPlace()).toEqual([`${id}.rows`]);
  });

  it('costs nothing but itself where the browser keeps no files', async () => {
    vi.spyOn(StorageManager.prototype, 'getDirectory').mockRejectedValue(
      new DOMException('No.', 'SecurityError'),
    );
    const id = await finishedJob();
    expect(await putBack(false)).toBe(false);
    expect(await findUnsettled(Date.now())).toMatchObject({ gone: [], links: [] });
    expect(await getJob(id)).not.toBeNull();
  });

  it('gives its room back where something else finds none', async () => {
    const id = await finishedJob();
    await record(2);
    await settleAll();
    await record(2);
    expect(await filesInPlace()).toHaveLength(3);
    const { made } = await upload(500);
    const waiting = await waitingJob({ audio_id: made.id });
    await keepSoundsInWorker();
    expect(await filesInPlace()).toHaveLength(6);
    await deleteJob(waiting);
    expect(await giveSecondPlaceBack()).toBe(true);
    expect(await filesInPlace()).toEqual([`${id}.rows`]);
    // What is written meanwhile is settled when there is room.
    await changeEntries([id], { name: 'Named meanwhile' });
    await record(1);
    expect(await filesInPlace()).toEqual([`${id}.log`, `${id}.rows`]);
    await settleAll();
    await loseDatabase();
    await putBack(true);
    expect((await getJob(id))?.library?.name).toBe('Named meanwhile');
    await deleteJob(id);
    expect(await filesInPlace()).toEqual([]);
  });
});
