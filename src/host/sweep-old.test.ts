import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { audio, emptyDatabase } from '../../tests/fakes/empty-database.ts';
import { blobSource } from '../lib/bytes/byte-source.ts';
import { addArrivals, listArrivals, newArrival } from '../storage/recordings/arrival-store.ts';
import { addAudio, getAudio } from '../storage/recordings/audio-store.ts';
import { sweepOld } from './sweep-old.ts';

const DAY = 24 * 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

const openAt = async (time: number) => {
  vi.setSystemTime(time);
  await sweepOld();
};

beforeEach(async () => {
  await emptyDatabase();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => void vi.useRealTimers());

/** A file that another app shared, and an upload without a job. */
async function store() {
  const bytes = blobSource(new Blob(['0123456789']));
  const upload = audio({ created_at: new Date(NOON).toISOString() });
  await addAudio(upload, bytes);
  await addArrivals([{ record: newArrival('shared', { filename: 'memo.m4a', type: 'audio/mp4' }), bytes }]);
  return async () => ({
    shared: (await listArrivals()).length,
    upload: (await getAudio(upload.id)) !== null,
  });
}

it('deletes what was left a week ago', async () => {
  await sweepOld();
  const left = await store();
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await openAt(NOON + day * DAY);
  expect(await left()).toEqual({ shared: 1, upload: true });
  await openAt(NOON + 7 * DAY + 1);
  expect(await left()).toEqual({ shared: 0, upload: false });
});

it('keeps what waits while the clock is a year ahead', async () => {
  await sweepOld();
  const left = await store();
  for (const ms of [0, 60_000, 120_000]) await openAt(NOON + 365 * DAY + ms);
  await openAt(NOON + 180_000);
  expect(await left()).toEqual({ shared: 1, upload: true });
});
