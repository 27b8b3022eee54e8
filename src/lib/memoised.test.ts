import { expect, it } from 'vitest';
import { memoised, memoisedFor } from './memoised.ts';

it('a value is made once for the same texts, also if it is undefined', () => {
  const made: string[] = [];
  const of = memoised((own: string, other?: string) => {
    made.push(`${own} ${other}`);
    return other;
  });
  expect([of('a'), of('a'), of('a', 'b'), of('a', 'b')]).toEqual([undefined, undefined, 'b', 'b']);
  expect(made).toEqual(['a undefined', 'a b']);
});

it('a value is made once for each object', () => {
  const one = { size: 1 };
  const of = memoisedFor(({ size }: { size: number }) => [size]);
  expect(of(one)).toBe(of(one));
  expect(of({ size: 1 })).not.toBe(of(one));
});
