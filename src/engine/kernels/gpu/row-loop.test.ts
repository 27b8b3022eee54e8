import { expect, it } from 'vitest';
import type { GpuLane, GpuStep } from './gpu-lanes.ts';
import type { GpuStepDecoder } from './gpu-step-decoder.ts';
import { GpuStepError } from './gpu-step-error.ts';
import { RowLoop } from './row-loop.ts';

/** A decoder whose texts have as many tokens as their row says, and whose results come when they are let. */
function decoder({ fails = false } = {}) {
  const steps: { lanes: readonly GpuLane[]; finish: () => void }[] = [];
  const said = new Map<number, number>();
  const stopped: number[] = [];
  const step = (lanes: readonly GpuLane[]) =>
    new Promise<GpuStep>((resolve, reject) => {
      const choices = lanes.map(({ row }) => {
        const count = (said.get(row) ?? 0) + 1;
        said.set(row, count);
        return count > row
          ? null
          : { text: 0, total: 0, candidates: [{ token: 100 * row + count, score: 0 }] };
      });
      const finish = () => (fails ? reject(new Error('device lost')) : resolve({ choices, scores: null }));
      steps.push({ lanes, finish });
    });
  const fake = {
    shape: { vocabulary: 1 },
    prepare: async (lanes: number) => 2 ** Math.ceil(Math.log2(Math.min(lanes, 8))),
    step,
    stop: (row: number) => stopped.push(row),
  };
  return { loop: new RowLoop(fake as unknown as GpuStepDecoder), steps, stopped };
}

const first = (row: number): GpuLane => ({ row, given: { token: 1, position: 0 }, asks: 'goOn' });
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const rowsOf = ({ lanes }: { lanes: readonly GpuLane[] }) =>
  lanes.map(({ row }) => row).toSorted((a, b) => a - b);

it('submits the next step before the result of the one before is here, and no third', async () => {
  const { loop, steps } = decoder();
  const follower = loop.follow(first(5));
  await settled();
  expect(steps.map(({ lanes }) => lanes[0]?.given)).toEqual([{ token: 1, position: 0 }, null]);
  steps[0]?.finish();
  expect((await follower.next())?.candidates[0]?.token).toBe(501);
  await settled();
  expect(steps).toHaveLength(3);
});

it('reads texts that ask together in one step, and puts those that wait in the place of those that ended', async () => {
  const { loop, steps } = decoder();
  const followers = Array.from({ length: 10 }, (_, at) => loop.follow(first(at + 1)));
  const read = followers.map(async (follower, at) => {
    const tokens = [];
    for (let choice = await follower.next(); choice; choice = await follower.next())
      tokens.push(choice.candidates[0]?.token);
    expect(tokens).toEqual(Array.from({ length: at + 1 }, (_, count) => 100 * (at + 1) + count + 1));
    loop.stop(follower);
  });
  await settled();
  expect(steps[0] && rowsOf(steps[0])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // Those without room come first now.
  expect(steps[1] && rowsOf(steps[1])).toEqual(expect.arrayContaining([9, 10]));
  for (let at = 0; at < steps.length; at += 1) {
    steps[at]?.finish();
    await settled();
  }
  await Promise.all(read);
  expect(steps.every(({ lanes }) => lanes.length <= 8)).toBe(true);
});

it('reads what is asked for once beside texts that go on, and stops a row that is no longer followed', async () => {
  const { loop, steps, stopped } = decoder();
  const follower = loop.follow(first(7));
  const once = loop.read([{ row: 3, given: { token: 4, position: 2 }, asks: 'choice' }], 9, false);
  await settled();
  expect(steps[0] && rowsOf(steps[0])).toEqual([3, 7]);
  expect(steps[1] && rowsOf(steps[1])).toEqual([7]);
  steps[0]?.finish();
  expect((await once).choices[0]?.candidates[0]?.token).toBe(301);
  loop.stop(follower);
  steps[1]?.finish();
  await settled();
  expect(stopped).toEqual([7]);
  expect(steps).toHaveLength(2);
});

it('fails all that is read once it is closed', async () => {
  const { loop, steps } = decoder();
  const follower = loop.follow(first(7));
  await settled();
  loop.close();
  for (const { finish } of steps) finish();
  await expect(follower.next()).rejects.toThrow(GpuStepError);
  await expect(loop.follow(first(2)).next()).rejects.toThrow(GpuStepError);
  await expect(loop.read([first(3)], 1, false)).rejects.toThrow(GpuStepError);
});

it('passes a lost GPU on to all that wait', async () => {
  const { loop, steps } = decoder({ fails: true });
  const follower = loop.follow(first(7));
  const once = loop.read([first(3)], 1, false);
  const failed = expect(once).rejects.toThrow(GpuStepError);
  await settled();
  for (const { finish } of steps) finish();
  await failed;
  await expect(follower.next()).rejects.toThrow(GpuStepError);
});
