import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeWorker } from '../../../../tests/fakes/fake-worker.ts';
import { PatientWorker } from './patient-worker.ts';
import { WorkerHandle } from './worker-handle.ts';

interface Api {
  add(a: number, b: number): number;
}

const WAITS = [1, 2, 3];
const api = { add: (a: number, b: number) => a + b };

/** Workers of which the first `failures` have no script. */
function spawn(failures: number) {
  const made: FakeWorker[] = [];
  const create = () => {
    const starts = made.length >= failures;
    const worker = new FakeWorker(api, { starts });
    made.push(worker);
    if (!starts) queueMicrotask(() => worker.crash(''));
    return worker;
  };
  return { made, handle: new WorkerHandle<Api>(new PatientWorker(create, WAITS)) };
}

describe('a worker whose script does not arrive', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([0, 1, 3])('%i times is started again, and its calls are answered', async (failures) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { made, handle } = spawn(failures);
    const calls = [handle.call(({ add }) => add(1, 2)), handle.call(({ add }) => add(3, 4))];
    expect(await Promise.all(calls)).toEqual([3, 7]);
    expect(await handle.call(({ add }) => add(5, 6))).toBe(11);
    expect(made.map(({ terminated }) => terminated)).toEqual([...Array(failures).fill(true), false]);
    handle.terminate();
    expect(made.at(-1)?.terminated).toBe(true);
  });

  it('four times ends its calls', async () => {
    for (const method of ['warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(() => undefined);
    const { made, handle } = spawn(4);
    await expect(handle.call(({ add }) => add(1, 2))).rejects.toMatchObject({
      message: 'A worker crashed: its script could not be loaded.',
    });
    expect(made).toHaveLength(4);
  });

  it('is not started again once it was terminated', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { made, handle } = spawn(1);
    await Promise.resolve();
    handle.terminate();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toHaveLength(1);
  });
});

it('a worker that crashes after its start is not started again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { made, handle } = spawn(0);
  await handle.call(({ add }) => add(1, 2));
  made[0]?.crash('out of memory');
  await expect(handle.call(({ add }) => add(1, 2))).rejects.toMatchObject({
    message: 'A worker crashed: out of memory.',
  });
  expect(made).toHaveLength(1);
});
