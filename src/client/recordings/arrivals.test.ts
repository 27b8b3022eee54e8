import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { storedLiveSession } from '../../../tests/fakes/live-session.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { addJob } from '../../storage/jobs/job-store.ts';
import { noteArrival, noteStopped } from '../../storage/live/live-store.ts';
import {
  type ArrivalRecord,
  appendToArrival,
  deleteArrival,
  listArrivals,
  listWaitingArrivals,
  newArrival,
  noteArrivalAudio,
} from '../../storage/recordings/arrival-store.ts';
import { addAudio } from '../../storage/recordings/audio-store.ts';
import {
  fileOf,
  holdArrivals,
  listWaiting,
  offerStopped,
  removeArrival,
  takeArrivalLock,
} from './arrivals.ts';
import { RecordingWriter } from './recording-writer.ts';

beforeEach(emptyDatabase);

const recorded = (
  text: string,
  record = newArrival('recorded', { filename: 'a.webm', type: 'audio/webm' }),
) => appendToArrival(record, [new TextEncoder().encode(text)], 1);

async function held(record: ArrivalRecord) {
  const [one] = await holdArrivals([record]);
  if (!one) throw new Error('It is not held.');
  return one;
}

it('submits an arrival as it is stored, not as it was listed', async () => {
  const listed = await recorded('one ');
  await recorded('two', listed);
  const one = await held(listed);
  expect(one.record.bytes).toBe(7);
  expect(await (await fileOf(one)).text()).toBe('one two');
  one.release();
});

it('holds none that another answer took meanwhile', async () => {
  const [deleted, transcribed] = [await recorded('deleted'), await recorded('transcribed')];
  const { waiting } = await listWaitingArrivals();
  await removeArrival(await held(deleted));
  const upload = audio();
  await addAudio(upload, blobSource(new Blob(['transcribed'])));
  await noteArrivalAudio(transcribed.id, upload.id);
  await addJob(job({ audio_id: upload.id }));

  expect(await holdArrivals(waiting)).toEqual([]);
  // Nor does it keep their locks.
  for (const { id } of waiting) expect(await takeArrivalLock(id)).not.toBeNull();
});

it('reports another tab that has it', async () => {
  const waiting = await recorded('submitted there');
  const there = await held(waiting);
  await expect(holdArrivals([waiting])).rejects.toMatchObject({ code: 'conflict' });
  there.release();
});

it('makes no second job of what a tab that is gone was submitting', async () => {
  const waiting = await recorded('submitted');
  const upload = audio();
  await addAudio(upload, blobSource(new Blob(['submitted'])));
  await noteArrivalAudio(waiting.id, upload.id);

  const one = await held(waiting);
  // The service worker comes to the other tab's request only now.
  expect(await addJob(job({ audio_id: upload.id }))).toBeNull();
  expect(await (await fileOf(one)).text()).toBe('submitted');
  one.release();
});

it('keeps what is said after the data of the site were deleted, behind the beginning of the file', async () => {
  const told: unknown[] = [];
  const writer = new RecordingWriter('a.webm', 'audio/webm', (fault, isDeleted) =>
    told.push([fault?.message, isDeleted]),
  );
  writer.add(new Blob(['head ']), 1);
  await vi.waitFor(async () => expect(await listArrivals()).toHaveLength(1));
  writer.add(new Blob(['lost ']), 2);
  await vi.waitFor(async () => expect((await listArrivals())[0]?.pieces).toBe(2));
  for (const { id } of await listArrivals()) await deleteArrival(id);
  writer.add(new Blob(['after ']), 3);
  const message = 'The browser deleted what was recorded so far.';
  await vi.waitFor(() =>
    expect(told).toEqual([
      [message, false],
      [message, true],
    ]),
  );
  writer.add(new Blob(['end']), 4);
  const kept = await writer.end();
  expect(await (await fileOf(kept)).text()).toBe('head after end');
  expect(await listArrivals()).toMatchObject([{ pieces: 3, seconds: 4 }]);
  // What follows is.
  expect(told.slice(2)).toEqual([[undefined, false]]);
  kept.release();
});

it('does not offer the sound of a stopped live session before the page has tried to end it', async () => {
  const [interrupted, stopped] = [await recorded('interrupted'), await recorded('stopped')];
  for (const { id } of [interrupted, stopped]) {
    const session = await storedLiveSession();
    await noteArrival(session.id, id);
    if (id === stopped.id) await noteStopped(session.id);
  }
  const offered = async () => new Set((await listWaiting()).waiting.map(({ id }) => id));
  expect(await offered()).toEqual(new Set([interrupted.id]));
  offerStopped();
  expect(await offered()).toEqual(new Set([interrupted.id, stopped.id]));
});
