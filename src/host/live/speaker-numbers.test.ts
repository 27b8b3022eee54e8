import { expect, it } from 'vitest';
import { SpeakerNumbers } from './speaker-numbers.ts';

const said = (start: number, end: number, channel = 0) => ({ start, end, channel });
const turn = (speaker: number, start: number, end: number, channel = 0) => ({ speaker, start, end, channel });

it('keeps the number of a speaker who is found by another one', () => {
  const numbers = new SpeakerNumbers(0);
  const [ann, bob] = [said(0, 4), said(5, 9)];
  const first = numbers.of([turn(0, 0, 4), turn(1, 5, 9)], [ann, bob]);
  expect([first.get(ann)?.number, first.get(bob)?.number]).toEqual([0, 1]);
  // Somebody turned out to speak before both.
  const carl = said(10, 14);
  const later = numbers.of([turn(1, 0, 4), turn(2, 5, 9), turn(0, 10, 14)], [ann, bob, carl]);
  expect([ann, bob, carl].map((one) => later.get(one))).toEqual([
    { found: 1, number: 0 },
    { found: 2, number: 1 },
    { found: 0, number: 2 },
  ]);
});

it('gives two speakers who turn out to be one the number of whom more was said by', () => {
  const numbers = new SpeakerNumbers(0);
  const [short, long] = [said(0, 1), said(2, 9)];
  numbers.of([turn(0, 0, 1), turn(1, 2, 9)], [short, long]);
  const later = numbers.of([turn(0, 0, 9)], [short, long]);
  expect([short, long].map((one) => later.get(one)?.number)).toEqual([1, 1]);
});

it('goes on behind the speakers of an earlier page, takes who speaks most, and leaves out what nobody says', () => {
  const numbers = new SpeakerNumbers(3);
  const [mixed, other, nobody] = [said(0, 10), said(0, 10, 1), said(20, 21)];
  const found = numbers.of([turn(0, 0, 3), turn(1, 4, 9), turn(2, 0, 5, 1)], [mixed, other, nobody]);
  expect(found.get(mixed)).toEqual({ found: 1, number: 3 });
  expect(found.get(other)).toEqual({ found: 2, number: 4 });
  expect(found.has(nobody)).toBe(false);
});
