import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, FakeWorker, hang, outOfMemory } from '../../../../tests/fakes/fake-worker.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { AudioWorkerApi, WindowingOptions } from '../../../realms/audio/shared/api.ts';
import { supervise } from '../../../realms/every-worker/page/supervise.ts';
import { RecordingReader } from './recording-reader.ts';

const WINDOWS = 5;
const { signal } = new AbortController();
const audio = { size: 4, read: async () => new Uint8Array(4) };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

/** A worker that decodes five windows; `fails` is what happens instead of the one with this index. */
function decoder(fails: Record<number, () => unknown> = {}, other: FakeApi = {}) {
  const opened: WindowingOptions[] = [];
  let index = 0;
  return {
    opened,
    api: {
      open: async (...[, , options]: Parameters<AudioWorkerApi['open']>) => {
        opened.push(options);
        index = 0;
        return { container: 'wav', codec: 'pcm', sampleRate: 16_000, numberOfChannels: 1, duration: 5 };
      },
      nextWindow: async () => {
        const next = index++;
        return fails[next] ? fails[next]() : next < WINDOWS ? { index: next } : null;
      },
      position: async () => 1,
      close: async () => undefined,
      summary: async () => ({ duration: 5, numberOfChannels: 1, numberOfDistinctChannels: 1 }),
      ...other,
    } as FakeApi,
  };
}

async function read(decoders: { api: FakeApi }[], onPosition: (position: number) => void = () => undefined) {
  const spawned: FakeWorker[] = [];
  const workers = supervise<AudioWorkerApi>({
    spawn: () => {
      const fake = new FakeWorker(decoders[spawned.length]?.api ?? {});
      spawned.push(fake);
      return fake;
    },
    idleMs: 1_000,
    limits: { firstMs: 150, leastMs: 60, factor: 3 },
    attempts: 3,
  });
  const around = { workers, pollMs: 5 };
  const { reader, description } = await RecordingReader.open(
    audio,
    { separateUtterances: false },
    signal,
    around,
  );
  const indices: number[] = [];
  try {
    for (let next = await reader.next(onPosition); next; next = await reader.next(onPosition)) {
      indices.push(next.index);
    }
    const summary = await reader.summary();
    await reader.close();
    return { indices, description, summary, spawned };
  } finally {
    reader.end();
  }
}

const ALL = [0, 1, 2, 3, 4];

describe('decoding whose worker', () => {
  it('works is done by that one', async () => {
    const { indices, description, summary, spawned } = await read([decoder()]);
    expect(indices).toEqual(ALL);
    expect(description).toMatchObject({ codec: 'pcm' });
    expect(summary).toMatchObject({ duration: 5 });
    expect(spawned.map(({ terminated }) => terminated)).toEqual([false]);
  });

  it.each([
    ['stops answering', hang],
    ['runs out of memory', outOfMemory],
  ])('%s starts again in a new one, without a window twice or none', async (_, fate) => {
    for (const at of [0, 3, WINDOWS]) {
      const { indices, spawned } = await read([decoder({ [at]: fate }), decoder()]);
      expect(indices).toEqual(ALL);
      expect(spawned).toHaveLength(2);
      expect(spawned[0]?.terminated).toBe(true);
    }
  });

  it.each([
    ['while it opens the file', { open: hang }],
    ['at the end', { summary: hang }],
  ])('hangs %s is replaced as well', async (_, other) => {
    const { indices, summary } = await read([decoder({}, other), decoder()]);
    expect(indices).toEqual(ALL);
    expect(summary).toMatchObject({ duration: 5 });
  });

  it('fails twice goes on without WebCodecs', async () => {
    const decoders = [decoder({ 2: hang }), decoder({ 1: outOfMemory }), decoder()];
    expect((await read(decoders)).indices).toEqual(ALL);
    expect(decoders.map(({ opened }) => opened.map(({ withoutWebCodecs }) => withoutWebCodecs))).toEqual([
      [undefined],
      [undefined],
      [true],
    ]);
  });

  it('fails three times fails the job, with the reason', async () => {
    const decoders = [decoder({ 2: hang }), decoder({ 2: hang }), decoder({ 2: hang }), decoder()];
    await expect(read(decoders)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^Decoding showed no progress/),
    });
  });

  it('is slow, but moves on, is left alone', async () => {
    let position = 0;
    const slow = decoder(
      { 2: () => new Promise((resolve) => setTimeout(() => resolve({ index: 2 }), 400)) },
      { position: async () => position++ },
    );
    const recognised: number[] = [];
    const { indices, spawned } = await read([slow], (at) => void recognised.push(at));
    expect(indices).toEqual(ALL);
    expect(spawned).toHaveLength(1);
    expect(recognised.length).toBeGreaterThan(5);
  });

  it('refuses the file is not asked again', async () => {
    const damaged = () => {
      throw new AppError('unprocessable_audio', msg`The file is damaged.`);
    };
    const decoders = [decoder({ 1: damaged }), decoder()];
    await expect(read(decoders)).rejects.toMatchObject({ code: 'unprocessable_audio' });
    expect(decoders[1]?.opened).toEqual([]);
  });
});
