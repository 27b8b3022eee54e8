import { msg } from '../lib/errors/msg.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkpoint, emptyDatabase, job } from '../../tests/fakes/empty-database.ts';
import { failWrites } from '../../tests/fakes/failing-writes.ts';
import { stubLocalStorage } from '../../tests/fakes/local-storage.ts';
import { eventually } from '../../tests/runner/eventually.ts';
import { announce, type ChannelMessage, onChannelMessage } from '../contract/realms/channel.ts';
import { AppError } from '../lib/errors/errors.ts';
import { AsrLanes } from '../realms/asr/page/asr-lanes.ts';
import { addJob, deleteJob, getJob } from '../storage/jobs/job-store.ts';
import { startHost } from './host.ts';
import { planJob } from './plan-job.ts';
import { runJob } from './run/run-job.ts';

vi.mock('./run/run-job.ts');
vi.mock('../realms/audio/page/spawn.ts');
vi.mock('./plan-job.ts');
vi.mock('./run/speech/resolve-audio.ts', () => ({
  resolveAudio: async () => ({ size: 10, read: async () => [] }),
}));
vi.mock('../models/device/choose-lanes.ts', () => ({ lanesFor: async () => ({ count: 1, cores: 1 }) }));

const RESULT = {
  result: {
    metadata: { audio_duration: 3, number_of_distinct_channels: 1, billing_time: 3, transcription_time: 1 },
  },
  summary: { duration: 3, numberOfChannels: 1, numberOfDistinctChannels: 1 },
  session: {},
};
const PLAN = { ready: true as const, modelIds: ['mini'], note: undefined };
type Body = (...run: Parameters<typeof runJob>) => Promise<void>;

let stop: AbortController;
let page: EventTarget;
beforeEach(async () => {
  await emptyDatabase();
  stubLocalStorage();
  vi.mocked(runJob).mockReset();
  vi.mocked(planJob).mockReset().mockResolvedValue(PLAN);
  vi.spyOn(AsrLanes.prototype, 'prepare').mockReturnValue();
  stop = new AbortController();
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  for (const method of ['warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What runs do instead of recognition, each for the next run; the last one for all that follow. */
function runs(...bodies: Body[]): void {
  let next = 0;
  vi.mocked(runJob).mockImplementation(async (...run) => {
    await bodies[Math.min(next++, bodies.length - 1)]?.(...run);
    return RESULT;
  });
}

const start = () =>
  startHost(stop.signal).catch((error: unknown) => stop.signal.aborted || Promise.reject(error));
const add = async (minute = 0): Promise<string> => {
  const { id } = job();
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  await addJob(job({ id, created_at }));
  return id;
};
const until = async (id: string, expected: Record<string, unknown>) =>
  eventually(async () => expect(await getJob(id)).toMatchObject(expected));

const full = () => Promise.reject(new AppError('storage_full', msg`Not enough storage: this needs 4 MB.`));
const untilAborted: Body = (_input, _pool, _hooks, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a job that cannot write', () => {
  it('says so and waits, while the queue goes on with the next one', async () => {
    runs(full, async () => undefined);
    const [first, second] = [await add(0), await add(1)];
    void start();
    await until(second, { status: 'done' });
    expect(await getJob(first)).toMatchObject({
      status: 'queued',
      claim: null,
      waiting: { reason: 'storage', message: 'Not enough storage: this needs 4 MB.' },
    });
    expect(runJob).toHaveBeenCalledTimes(2);
  });

  it('goes on by itself as soon as something was deleted, behind its finished windows', async () => {
    const first = await add();
    const other = await add(1);
    const { job_id, ...window } = checkpoint(first, 0);
    const resumedWith: number[] = [];
    runs(
      async (_input, _pool, hooks) => {
        await hooks.onWindow(window);
        await full();
      },
      async () => undefined,
      async ({ finished }) => void resumedWith.push(finished.length),
    );
    void start();
    await until(other, { status: 'done' });
    await until(first, { waiting: { reason: 'storage' } });
    await deleteJob(other);
    announce({ type: 'job-deleted', id: other });
    await until(first, { status: 'done', waiting: null });
    expect(resumedWith).toEqual([1]);
  });

  it('tells the open tabs even if the note does not fit, and is not started again at once', async () => {
    const heard: ChannelMessage[] = [];
    onChannelMessage((message) => heard.push(message), stop.signal);
    runs(async () => undefined);
    const id = await add();
    const { writes } = failWrites(() => true);
    void start();
    await eventually(() =>
      expect(heard).toContainEqual({
        type: 'job-waiting',
        id,
        message: expect.stringMatching(/Not enough storage.*Delete recordings or models/),
        texts: [expect.objectContaining({ text: '{0} {1}' })],
      }),
    );
    const before = writes.count;
    for (let ring = 0; ring < 20; ring++) {
      announce({ type: 'settings-changed' });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(writes.count).toBe(before);
    expect(runJob).not.toHaveBeenCalled();
    expect(await getJob(id)).toMatchObject({ status: 'queued' });
  });

  it('is not failed if what fails is to note that it failed', async () => {
    const id = await add();
    let disk: ReturnType<typeof failWrites> | undefined;
    runs(
      async () => {
        disk = failWrites(() => true);
        throw new Error('broken');
      },
      async () => {
        throw new Error('broken');
      },
    );
    void start();
    await eventually(() => expect(disk?.writes.count).toBeGreaterThan(1));
    disk?.mockRestore();
    expect(await getJob(id)).toMatchObject({ status: 'processing' });
    announce({ type: 'models-changed' });
    await until(id, { status: 'error', error: { message: 'broken' } });
  });
});

describe('a page that the browser freezes', () => {
  it('lets go of its jobs at once, and goes on when it runs again', async () => {
    runs(untilAborted, async () => undefined);
    const id = await add();
    void start();
    await until(id, { status: 'processing' });
    await eventually(() => expect(runJob).toHaveBeenCalled());
    page.dispatchEvent(new Event('freeze'));
    expect(await lockIsFree()).toBe(true);
    expect(await getJob(id)).toMatchObject({ status: 'processing', attempts: 0 });
    page.dispatchEvent(new Event('resume'));
    await until(id, { status: 'done', attempts: 0 });
    expect(runJob).toHaveBeenCalledTimes(2);
  });

  it('leaves them to another tab, and what it still had in hand is not written', async () => {
    const id = await add();
    const { job_id, ...window } = checkpoint(id, 0);
    let arrive: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const outcomes: string[] = [];
    runs(
      // Something that takes no notice of being stopped.
      async (_input, _pool, { onWindow }) => {
        await late;
        await onWindow(window).then(
          () => outcomes.push('written'),
          () => outcomes.push('refused'),
        );
      },
      async () => undefined,
    );
    void start();
    await eventually(() => expect(runJob).toHaveBeenCalled());
    page.dispatchEvent(new Event('freeze'));
    // Another tab, in which nothing is frozen.
    vi.stubGlobal('document', new EventTarget());
    void start();
    await until(id, { status: 'done' });
    arrive();
    await eventually(() => expect(outcomes).toEqual(['refused']));
    expect(await getJob(id)).toMatchObject({ status: 'done', attempts: 0 });
  });

  it('claims nothing more when it wakes up while it was choosing a job', async () => {
    const id = await add();
    let wakeUp: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    vi.mocked(planJob).mockImplementationOnce(() => asleep.then(() => PLAN));
    runs(untilAborted);
    void start();
    await eventually(() => expect(planJob).toHaveBeenCalled());
    page.dispatchEvent(new Event('freeze'));
    vi.stubGlobal('document', new EventTarget());
    void start();
    await eventually(() => expect(runJob).toHaveBeenCalled());
    const taken = await getJob(id);
    wakeUp();
    // A job of another host would be written by now.
    for (let step = 0; step < 5; step++) await getJob(id);
    expect(await getJob(id)).toEqual(taken);
    expect(runJob).toHaveBeenCalledTimes(1);
  });

  it('while it waits for its turn leaves the queue of hosts', async () => {
    runs(async () => undefined);
    let release: () => void = () => undefined;
    const held = navigator.locks.request(
      'earshot-host',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    void start();
    page.dispatchEvent(new Event('freeze'));
    release();
    await held;
    expect(await lockIsFree()).toBe(true);
    const id = await add();
    page.dispatchEvent(new Event('resume'));
    await until(id, { status: 'done' });
  });
});

describe('a page that is closed or reloaded', () => {
  it('says so for the jobs it runs', async () => {
    runs(untilAborted);
    const id = await add();
    void start();
    await eventually(() => expect(runJob).toHaveBeenCalled());
    page.dispatchEvent(new Event('pagehide'));
    const { claim } = (await getJob(id)) ?? {};
    expect(JSON.parse(localStorage.getItem('earshot-ended-claims') ?? '')).toEqual([claim]);
  });
});

async function lockIsFree(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return navigator.locks.request('earshot-host', { ifAvailable: true }, (lock) => lock !== null);
}
