import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { liveRequest } from '../../contract/live/live-request.ts';
import { deleteArrival, newArrival, readArrival } from '../../storage/recordings/arrival-store.ts';
import { soundFormat, WAV_HEADER_BYTES } from './sound-format.ts';
import { type FrameRange, SoundKeeper } from './sound-keeper.ts';

beforeEach(emptyDatabase);

it('stores what came since the browser deleted the rest, from a whole frame on, and acknowledges it', async () => {
  const stored: FrameRange[] = [];
  const passedOn: number[] = [];
  const onFault = vi.fn();
  const format = soundFormat(liveRequest.parse({ channels: 2 }));
  const keeper = new SoundKeeper(
    newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' }),
    format,
    {
      onStored: (range) => stored.push(range),
      onSound: (bytes) => passedOn.push(...bytes),
      onFault,
    },
  );
  // One frame of two channels, and half of the next.
  keeper.add(Uint8Array.of(1, 1, 1, 1, 2, 2));
  await keeper.flush();
  const disk = fillDisk('arrival-pieces');
  keeper.add(Uint8Array.of(2, 2, 3, 3, 3, 3));
  await expect(keeper.flush()).rejects.toMatchObject({ code: 'storage_full' });
  disk.mockRestore();
  await deleteArrival(keeper.record.id);
  await expect(keeper.flush()).rejects.toMatchObject({ code: 'storage_failed' });
  keeper.add(Uint8Array.of(4, 4, 4, 4));
  await keeper.flush();

  const file = new Uint8Array(await (await readArrival(keeper.record)).arrayBuffer());
  expect([...file.subarray(WAV_HEADER_BYTES)]).toEqual([3, 3, 3, 3, 4, 4, 4, 4]);
  expect(keeper.record).toMatchObject({ bytes: file.length, seconds: 8 / format.bytesPerSecond });
  expect(stored).toEqual([
    { from: 0, to: 6 },
    { from: 6, to: 12 },
    { from: 12, to: 16 },
  ]);
  expect(passedOn).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]);
  expect(onFault.mock.calls.map(([fault]) => fault?.code)).toEqual([
    'storage_full',
    'storage_failed',
    undefined,
  ]);
});
