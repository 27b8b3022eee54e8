import { expect, it } from 'vitest';
import { type Load, runBeside } from './beside.ts';

/** Work that lasts until the test ends it, by name. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = ({ name }: Load) => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name.toUpperCase())));
  };
  /** Ends one, and lets what follows from that start. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { started, run, end };
}

it('fills two places in order, and gives the results in order', async () => {
  const { started, run, end } = controlled();
  const results = runBeside([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2, run);
  expect(started).toEqual(['a', 'b']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('a');
  expect(await results).toEqual(['A', 'B', 'C']);
});

it('runs no two wide ones at a time: a later narrow one goes first', async () => {
  const { started, run, end } = controlled();
  const loads = [{ name: 'wide', isWide: true }, { name: 'wide too', isWide: true }, { name: 'narrow' }];
  const results = runBeside(loads, 2, run);
  expect(started).toEqual(['wide', 'narrow']);
  await end('narrow');
  expect(started).toHaveLength(2);
  await end('wide');
  expect(started).toEqual(['wide', 'narrow', 'wide too']);
  await end('wide too');
  expect(await results).toEqual(['WIDE', 'WIDE TOO', 'NARROW']);
});

it('waits for what one needs while that waits or runs, and not for what is not there', async () => {
  const { started, run, end } = controlled();
  const results = runBeside(
    [
      { name: 'test', needs: 'build' },
      { name: 'check' },
      { name: 'build' },
      { name: 'other', needs: 'gone' },
    ],
    2,
    run,
  );
  expect(started).toEqual(['check', 'build']);
  await end('check');
  expect(started).toEqual(['check', 'build', 'other']);
  await end('other');
  expect(started).toHaveLength(3);
  await end('build');
  await end('test');
  expect(await results).toEqual(['TEST', 'CHECK', 'BUILD', 'OTHER']);
});

it('refuses what waits for itself', async () => {
  await expect(runBeside([{ name: 'a', needs: 'a' }], 2, async () => 0)).rejects.toThrow(
    'wait for each other: a',
  );
});
