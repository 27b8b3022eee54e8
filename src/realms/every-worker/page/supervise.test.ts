import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, FakeWorker, hang, outOfMemory } from '../../../../tests/fakes/fake-worker.ts';
import { eventually } from '../../../../tests/runner/eventually.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { supervise, type WorkerKind } from './supervise.ts';

interface Api {
  work(): Promise<string>;
}

const WORKS: FakeApi = { work: async () => 'done' };
const FAILS: FakeApi = { work: outOfMemory };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

/** Workers of which each has the next of these interfaces. */
function workers(apis: readonly FakeApi[], kind: Partial<WorkerKind<Api>> = {}) {
  const made: FakeWorker[] = [];
  const supervisor = supervise<Api>({
    spawn: () => {
      const fake = new FakeWorker(apis[made.length] ?? {});
      made.push(fake);
      return fake;
    },
    idleMs: 30,
    attempts: 2,
    ...kind,
  });
  const ways: boolean[] = [];
  const worker = supervisor.take({ ready: async (_, isOtherWay) => void ways.push(isOtherWay) });
  const work = (signal?: AbortSignal) => worker.run((started) => started.call((api) => api.work()), signal);
  const terminated = () => made.map((one) => one.terminated);
  return { made, supervisor, worker, work, ways, terminated };
}

describe('work whose worker fails', () => {
  it.each([
    [1, 1, [false]],
    [2, 2, [false, false]],
    [3, 3, [false, false, true]],
  ] as const)('of a kind with %i attempts is done in %i workers', async (attempts, count, ways) => {
    const failing = workers([FAILS, FAILS, FAILS, WORKS], { attempts });
    await expect(failing.work()).rejects.toMatchObject({ message: expect.stringContaining('allocate') });
    expect(failing.ways).toEqual(ways);
    expect(failing.terminated()).toEqual(Array(count).fill(true));
    const last = workers([...Array(count - 1).fill(FAILS), WORKS], { attempts });
    expect(await last.work()).toBe('done');
  });

  it('counts anew for each piece of work, and stays with the other way', async () => {
    const { work, ways } = workers([FAILS, FAILS, WORKS, WORKS, WORKS], { attempts: 3 });
    await work();
    await work();
    expect(ways).toEqual([false, false, true]);
  });

  it('for a reason of its own is not done again, and its worker stays', async () => {
    const refuse = () => {
      throw new AppError('invalid_request', msg`No.`);
    };
    const { work, terminated } = workers([{ work: refuse }, WORKS]);
    await expect(work()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(terminated()).toEqual([false]);
  });

  it('of a kind that throws reasons is done again if it died', async () => {
    const throwing = workers([FAILS, WORKS], { throwsReasons: true });
    await expect(throwing.work()).rejects.toMatchObject({ code: 'internal' });
    const dying = workers([{ work: hang }, WORKS], { throwsReasons: true });
    const running = dying.work();
    await eventually(() => expect(dying.made).toHaveLength(1));
    dying.made[0]?.crash('out of memory');
    expect(await running).toBe('done');
  });

  it('is not done again once the job has ended', async () => {
    const { work, worker, terminated } = workers([{ work: hang }, WORKS]);
    const running = work();
    await eventually(() => expect(terminated()).toHaveLength(1));
    worker.end();
    await expect(running).rejects.toMatchObject({ message: 'The worker was terminated.' });
    await expect(work()).rejects.toMatchObject({ message: 'The worker was terminated.' });
    expect(terminated()).toEqual([true]);
  });
});

describe('a released worker', () => {
  it('is ended if nobody takes it', async () => {
    const { work, worker, terminated } = workers([WORKS]);
    await work();
    worker.release();
    expect(terminated()).toEqual([false]);
    await eventually(() => expect(terminated()).toEqual([true]));
  });

  it('is ended at once if it is at work', async () => {
    const { work, worker, terminated } = workers([{ work: hang }]);
    const running = work();
    await eventually(() => expect(terminated()).toHaveLength(1));
    worker.release();
    expect(terminated()).toEqual([true]);
    await expect(running).rejects.toMatchObject({ message: 'The worker was terminated.' });
  });
});

describe('a cancelled call', () => {
  /** Cancels the first job's work; returns which workers were terminated once the next job has one. */
  async function cancelled(cancel?: WorkerKind<Api>['cancel']) {
    const stopped = new AbortController();
    const stoppable = {
      work: () => new Promise((resolve) => stopped.signal.addEventListener('abort', resolve)),
      stop: () => stopped.abort(),
    };
    const job = new AbortController();
    const kind = workers([stoppable, WORKS], cancel && { cancel });
    const running = kind.work(job.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    job.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    kind.worker.release();
    await kind.supervisor.once(async () => undefined);
    return kind.terminated();
  }

  it('ends its worker', async () => {
    expect(await cancelled()).toEqual([true, false]);
  });

  it('leaves it to the next job if it stops', async () => {
    expect(await cancelled((api) => Reflect.get(api, 'stop')())).toEqual([false]);
  });

  it('ends it before the next job if it does not stop in time', async () => {
    expect(await cancelled(() => undefined)).toEqual([true, false]);
  });
});
