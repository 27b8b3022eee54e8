import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { blobSource, PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { database } from '../database/database.ts';
import { addJob } from '../jobs/job-store.ts';
import {
  type ArrivalRecord,
  addArrivals,
  appendToArrival,
  arrivalLock,
  deleteArrival,
  listArrivals,
  newArrival,
  noteArrivalAudio,
  readArrival,
  sweepArrivals,
} from './arrival-store.ts';
import { addAudio, deleteAbandonedAudio, deleteHalfWrittenAudio } from './audio-store.ts';

const LATER = new Date('2030-01-01T00:00:00.000Z');
const arrival = (changes: Partial<ArrivalRecord> = {}): ArrivalRecord => ({
  ...newArrival('recorded', { filename: 'Recording.webm', type: 'audio/webm' }, '2026-01-01T00:00:00.000Z'),
  ...changes,
});
const bytes = (...values: number[]) => new Uint8Array(values);
const content = async (record: ArrivalRecord) => [
  ...new Uint8Array(await (await readArrival(record)).arrayBuffer()),
];
const piecesStored = async () => (await database()).count('arrival-pieces');

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('an arrival', () => {
  it('grows by pieces of any length, and is read in their order', async () => {
    let record = arrival();
    let expected: number[] = [];
    for (let second = 1; second <= 150; second++) {
      const piece = Array.from({ length: 1 + (second % 3) }, () => second);
      expected = [...expected, ...piece];
      record = await appendToArrival(record, [bytes(...piece)], second);
    }
    expect(await listArrivals()).toEqual([record]);
    expect(record).toMatchObject({ pieces: 150, bytes: expected.length, seconds: 150 });
    expect(await content(record)).toEqual(expected);
  });

  it('keeps what was stored where there is no room for more, and takes the rest when there is', async () => {
    const first = await appendToArrival(arrival(), [bytes(1, 2)], 1);
    const disk = fillDisk('arrival-pieces');
    await expect(appendToArrival(first, [bytes(3)], 2)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await listArrivals()).toEqual([first]);
    disk.mockRestore();
    const second = await appendToArrival(first, [bytes(3), bytes(4)], 3);
    expect(await content(second)).toEqual([1, 2, 3, 4]);
  });

  it('does not go on without its beginning', async () => {
    const first = await appendToArrival(arrival(), [bytes(1)], 1);
    await deleteArrival(first.id);
    await expect(appendToArrival(first, [bytes(2)], 2)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await piecesStored()).toBe(0);
  });

  it('is stored whole or not at all where it comes as a file, together with those that came with it', async () => {
    const large = new Blob([new Uint8Array(PIECE_BYTES), bytes(7)]);
    const files = [large, new Blob([bytes(8)])].map((blob) => ({
      record: arrival({ kind: 'shared', seconds: null }),
      bytes: blobSource(blob),
    }));
    const disk = fillDisk('arrival-pieces', 2);
    await expect(addArrivals(files)).rejects.toMatchObject({ code: 'storage_full' });
    disk.mockRestore();
    expect([await listArrivals(), await piecesStored()]).toEqual([[], 0]);
    await addArrivals(files);
    const stored = await listArrivals();
    expect(stored.map(({ bytes, pieces }) => [bytes, pieces]).sort()).toEqual([
      [1, 1],
      [PIECE_BYTES + 1, 2],
    ]);
  });
});

describe('what is swept', () => {
  it('is no recording of a person, however old, and nothing that is being written', async () => {
    const mine = await appendToArrival(arrival(), [bytes(1)], 1);
    const shared = [1, 2].map(() => arrival({ kind: 'shared', seconds: null }));
    await addArrivals(shared.map((record) => ({ record, bytes: blobSource(new Blob([bytes(2)])) })));
    const db = await database();
    const [half, growing] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [half, growing]) await db.put('arrival-pieces', new ArrayBuffer(4), [id, 0]);
    const held = [growing, shared[0]?.id ?? ''];
    const sweep = () => sweepArrivals(LATER);
    await navigator.locks.request(arrivalLock(held[0] ?? ''), () =>
      navigator.locks.request(arrivalLock(held[1] ?? ''), sweep),
    );
    expect((await listArrivals()).map(({ id }) => id).toSorted()).toEqual(
      [mine.id, shared[0]?.id ?? ''].toSorted(),
    );
    const ids = new Set((await db.getAllKeys('arrival-pieces')).map(([id]) => id));
    expect(ids).toEqual(new Set([mine.id, shared[0]?.id, growing]));
    await deleteAbandonedAudio(LATER);
    await deleteHalfWrittenAudio();
    await sweep();
    expect(await listArrivals()).toEqual([mine]);
    expect(await content(mine)).toEqual([1]);
  });

  it('is a recording whose job was created, but not one whose job never was', async () => {
    const [done, open] = [
      await appendToArrival(arrival(), [bytes(1)], 1),
      await appendToArrival(arrival(), [bytes(2)], 1),
    ];
    for (const { id } of [done, open]) {
      const recording = audio({ size: 1 });
      await addAudio(recording, blobSource(new Blob([bytes(1)])));
      await noteArrivalAudio(id, recording.id);
      if (id === done.id) await addJob(job({ audio_id: recording.id }));
    }
    await sweepArrivals(new Date('2020-01-01T00:00:00.000Z'));
    expect((await listArrivals()).map(({ id }) => id)).toEqual([open.id]);
  });
});
