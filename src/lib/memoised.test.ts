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

it('values of more texts than are kept are made anew', () => {
  let made = 0;
  const of = memoised((own: string) => {
    made += 1;
    return own;
  });
  for (let text = 0; text < 5000; text += 1) of(`${text}`);
  expect([of('0'), made]).toEqual(['0', 5000]);
  of('one more');
  expect([of('0'), made]).toEqual(['0', 5002]);
});

it('a value is made once for each object', () => {
  const one = { size: 1 };
  const of = memoisedFor(({ size }: { size: number }) => [size]);
  expect(of(one)).toBe(of(one));
  expect(of({ size: 1 })).not.toBe(of(one));
});
