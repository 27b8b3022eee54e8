import { expect, it } from 'vitest';
import { joinsWithoutSpace } from './unspaced-script.ts';

it.each([
  ['客観的', '実在'],
  ['コー', 'ヒー'],
  ['コーヒー', 'を'],
  ['ジョン・', 'スミス'],
  ['สวัสดี', 'ครับ'],
])('%s and %s are written one after the other', (before, after) => {
  expect(joinsWithoutSpace(before, after)).toBe(true);
});

it.each([
  ['hello', '実在'],
  ['客観的', 'world'],
  ['hello', 'world'],
])('%s and %s have a space between them', (before, after) => {
  expect(joinsWithoutSpace(before, after)).toBe(false);
});
