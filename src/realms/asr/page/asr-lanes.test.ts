import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FakeApi,
  type FakeWorker,
  fakeWorkerClass,
  hang,
  outOfMemory,
} from '../../../../tests/fakes/fake-worker.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { AsrLanes } from './asr-lanes.ts';

const PATIENCE = { firstMs: 400, leastMs: 60, factor: 3 };
const LONG = { firstMs: 4_000, leastMs: 4_000, factor: 3 };
const ONE_LANE = { count: 1, cores: 1 };
const OPTIONS = { language: 'en', languages: [], codeSwitching: false };
const { signal } = new AbortController();

const window = (index: number): SpeechWindow => ({
  index,
  channel: 0,
  pcm: Float32Array.of(1, 2, 3),
  pieces: [{ windowStart: 0, fileStart: 0, duration: 1 }],
});

/** A worker that recognises everything, except for what is given. */
function worker(other: FakeApi = {}, device = 'wasm') {
  const loads: unknown[][] = [];
  return {
    loads,
    loadAsr: async (...[, cores, , withoutGpu]: [string[], number, unknown, string?]) => {
      loads.push([cores, withoutGpu]);
      return [
        {
          modelId: 'mini',
          engine: 'whisper',
          device: withoutGpu ? 'wasm' : device,
          threads: 1,
          reason: '',
          windows: 1,
        },
      ];
    },
    transcribe: async ({ index, pcm }: SpeechWindow) => ({ index, samples: [...pcm] }),
    abort: async () => undefined,
    ...other,
  };
}

let lanes: AsrLanes;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  lanes.end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lanes whose workers are these, in order. */
function lanesOf(apis: FakeApi[], patience = PATIENCE) {
  const { FakeClass, made } = fakeWorkerClass(apis);
  vi.stubGlobal('Worker', FakeClass);
  lanes = new AsrLanes(patience);
  return made;
}

async function start(...apis: FakeApi[]) {
  const made = lanesOf(apis);
  await lanes.loadAsr(['mini'], ONE_LANE, signal);
  return made;
}

const transcribe = (index: number) => lanes.transcribe(window(index), OPTIONS, signal);
/** Fails at every window but the first. */
const except = (fate: () => unknown) => ({
  transcribe: async (one: SpeechWindow) => (one.index === 0 ? { index: 0 } : fate()),
});

describe('a worker that was prepared', () => {
  it('is the one that loads the model', async () => {
    const made = lanesOf([worker(), worker()]);
    lanes.prepare();
    lanes.prepare();
    expect(made).toHaveLength(1);
    await lanes.loadAsr(['mini'], ONE_LANE, signal);
    lanes.prepare();
    expect(await transcribe(0)).toMatchObject({ index: 0 });
    expect(made.map(({ terminated }) => terminated)).toEqual([false]);
    await lanes.loadAsr(['other'], ONE_LANE, signal);
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
  });
});

describe('what was loaded is known', () => {
  const LOADED = [{ modelId: 'mini', device: 'wasm' }];

  it('after the worker died behind its last window', async () => {
    const [first] = await start(worker());
    await transcribe(0);
    first?.crash('out of memory');
    expect(await lanes.loaded(signal)).toMatchObject(LOADED);
  });

  it.each([
    ['dies', async (first: FakeWorker | undefined) => first?.crash('out of memory')],
    ['stops answering', async () => undefined],
  ])('if the worker %s when it is asked', async (_, fate) => {
    const made = await start(worker({ loaded: hang }));
    await transcribe(0);
    const asked = lanes.loaded(signal);
    await fate(made[0]);
    expect(await asked).toMatchObject(LOADED);
    expect(made).toHaveLength(1);
  });

  it('as it is now, if it answers', async () => {
    await start(worker({ loaded: () => [{ modelId: 'mini', device: 'webgpu' }] }));
    await transcribe(0);
    expect(await lanes.loaded(signal)).toMatchObject([{ device: 'webgpu' }]);
  });
});

describe('a GPU that takes several windows at a time', () => {
  const COUNT = { count: 2, cores: 1 };
  /** A worker whose first window shows that it takes `most`; each window ends when it is let go. */
  function gpu(most: number, other: FakeApi = {}) {
    const state = { windows: null as number | null, running: [] as number[], aborted: 0 };
    const ends = new Map<number, (error?: Error) => void>();
    const loaded = () => [{ modelId: 'mini', device: 'webgpu', windows: state.windows }];
    const api = worker({
      loadAsr: loaded,
      loaded,
      transcribe: ({ index }: SpeechWindow) =>
        new Promise((resolve, reject) => {
          state.running.push(index);
          ends.set(index, (error) => {
            state.running = state.running.filter((one) => one !== index);
            state.windows ??= most;
            if (error) reject(error);
            else resolve({ index });
          });
        }),
      abort: () => {
        state.aborted += 1;
        for (const end of ends.values()) end(new DOMException('cancelled', 'AbortError'));
      },
      ...other,
    });
    return { state, end: (index: number) => ends.get(index)?.(), api };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

  it('gets one, then as many in one worker, and another as soon as any of them has ended', async () => {
    const { state, end, api } = gpu(3);
    const made = lanesOf([api], LONG);
    await lanes.loadAsr(['mini'], COUNT, signal);
    const all = [0, 1, 2, 3, 4].map(transcribe);
    await settled();
    expect(state.running).toEqual([0]);
    expect(lanes.lanes).toBe(1);
    end(0);
    await vi.waitFor(() => expect(state.running).toEqual([1, 2, 3]));
    expect(lanes.lanes).toBe(3);
    end(2);
    await vi.waitFor(() => expect(state.running).toEqual([1, 3, 4]));
    for (const index of [4, 3, 1]) end(index);
    expect(await Promise.all(all)).toMatchObject([0, 1, 2, 3, 4].map((index) => ({ index })));
    expect(made).toHaveLength(1);
  });

  it('starts the other lane where it turned out to take one', async () => {
    const first = gpu(1);
    const second = gpu(1);
    const made = lanesOf([first.api, second.api], LONG);
    await lanes.loadAsr(['mini'], COUNT, signal);
    const all = [0, 1, 2].map(transcribe);
    await settled();
    expect(made).toHaveLength(1);
    first.end(0);
    await vi.waitFor(() => expect(second.state.running).toHaveLength(1));
    expect(first.state.running).toHaveLength(1);
    for (const index of [1, 2]) {
      first.end(index);
      second.end(index);
    }
    await Promise.all(all);
  });

  it('is stopped for all of them by a cancelled job, and serves the next one', async () => {
    const { state, end, api } = gpu(3);
    const made = lanesOf([api], LONG);
    const job = new AbortController();
    await lanes.loadAsr(['mini'], COUNT, job.signal);
    const all = [0, 1, 2, 3].map((index) => lanes.transcribe(window(index), OPTIONS, job.signal));
    await settled();
    end(0);
    await vi.waitFor(() => expect(state.running).toHaveLength(3));
    job.abort();
    for (const one of all.slice(1)) await expect(one).rejects.toMatchObject({ name: 'AbortError' });
    lanes.release();
    await lanes.loadAsr(['mini'], COUNT, signal);
    const next = transcribe(5);
    await vi.waitFor(() => expect(state.running).toEqual([5]));
    end(5);
    expect(await next).toEqual({ index: 5 });
    expect(made.map(({ terminated }) => terminated)).toEqual([false]);
  });

  it('keeps those that wait for each other, however long all of them take', async () => {
    const { end, api } = gpu(3);
    const made = lanesOf([api], { firstMs: 400, leastMs: 150, factor: 1 });
    await lanes.loadAsr(['mini'], COUNT, signal);
    const all = [0, 1, 2, 3].map(transcribe);
    await settled();
    end(0);
    for (const index of [1, 2, 3]) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      end(index);
    }
    expect(await Promise.all(all)).toHaveLength(4);
    expect(made).toHaveLength(1);
  });

  it('loses nothing when its worker dies', async () => {
    const first = gpu(3);
    const made = lanesOf([first.api, worker()], LONG);
    await lanes.loadAsr(['mini'], COUNT, signal);
    const all = [0, 1, 2, 3].map(transcribe);
    await settled();
    first.end(0);
    await vi.waitFor(() => expect(first.state.running).toHaveLength(3));
    made[0]?.crash('the GPU process crashed');
    expect(await Promise.all(all)).toMatchObject([0, 1, 2, 3].map((index) => ({ index })));
    expect(made).toHaveLength(2);
  });
});

describe('recognition whose worker', () => {
  it.each([
    ['stops answering', hang],
    ['runs out of memory', outOfMemory],
  ])('%s goes on in a new one, with the same window', async (_, fate) => {
    const made = await start(worker(except(fate)), worker());
    expect(await transcribe(0)).toMatchObject({ index: 0 });
    expect(await transcribe(1)).toEqual({ index: 1, samples: [1, 2, 3] });
    expect(made.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(await transcribe(2)).toMatchObject({ index: 2 });
  });

  it('crashes goes on in a new one', async () => {
    const made = await start(worker(except(hang)), worker());
    await transcribe(0);
    const next = transcribe(1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    made[0]?.crash('out of memory');
    expect(await next).toMatchObject({ index: 1 });
  });

  it('hangs while it loads the model is replaced as well', async () => {
    const made = await start(worker({ loadAsr: hang }), worker());
    expect(made).toHaveLength(2);
    expect(await transcribe(0)).toMatchObject({ index: 0 });
  });

  it('fails twice goes on without the GPU, and stays there', async () => {
    const last = worker();
    await start(worker(except(hang), 'webgpu'), worker(except(outOfMemory), 'webgpu'), last);
    await transcribe(0);
    expect(await transcribe(1)).toMatchObject({ index: 1 });
    expect(last.loads).toEqual([[1, msg`the GPU failed or stopped answering twice`]]);
    expect(await lanes.loadAsr(['mini'], ONE_LANE, signal)).toMatchObject([{ device: 'wasm' }]);
  });

  it('fails three times fails the job, with the reason', async () => {
    const made = await start(...new Array(3).fill(worker(except(hang), 'webgpu')));
    await transcribe(0);
    await expect(transcribe(1)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(/^Recognition showed no progress for \d+ s; its worker was ended\.$/),
    });
    expect(made).toHaveLength(3);
  });

  it('fails twice on the CPU fails the job: there is no other device', async () => {
    const made = await start(worker(except(outOfMemory)), worker(except(outOfMemory)), worker());
    await transcribe(0);
    await expect(transcribe(1)).rejects.toMatchObject({
      message: expect.stringMatching(/could not allocate/),
    });
    expect(made).toHaveLength(2);
  });

  it('is only slow is left alone', async () => {
    const slow = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const made = await start(
      worker({
        transcribe: async ({ index }: SpeechWindow) => {
          await slow(index === 0 ? 100 : 200);
          return { index };
        },
      }),
    );
    expect(await transcribe(0)).toEqual({ index: 0 });
    expect(await transcribe(1)).toEqual({ index: 1 });
    expect(made).toHaveLength(1);
  });
});
