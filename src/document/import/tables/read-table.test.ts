import { expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

const passages = (name: string, content: string): string[] => shownImport(name, content).passages;

it.each([
  [
    '0.500000\t1.200000\tHello, my, dear, friend\n1.500000\t2.500000\tyes; no; well; on | a | b\n',
    ['0.5-1.2 "Hello, my, dear, friend"', '1.5-2.5 "yes; no; well; on | a | b"'],
  ],
  ['0,5;1,2;one, two, three, four\n1,5;2,5;five\n', ['0.5-1.2 "one, two, three, four"', '1.5-2.5 "five"']],
  ['start,end,text\n1,2,a; b; c; d\n3,4,"e; f"\n', ['1-2 "a; b; c; d"', '3-4 "e; f"']],
  ['start;end;text\n1;2;"a, b\nc, d, e"\n', ['1-2 "a, b c, d, e"']],
])('a table is cut at the sign that all its rows have: %j', (content, expected) => {
  expect(passages('labels.csv', content)).toEqual(expected);
});

it.each([
  ['"Hello" he said', 'Next'],
  ['"Hello"', '"Next'],
  ['start of text', 'end'],
])('labels of Audacity are no names of columns, and keep their quotes: %j, %j', (first, second) => {
  const content = `0.500000\t1.200000\t${first}\n1.500000\t2.500000\t${second}\n3.000000\t4.000000\t"last"\n`;
  expect(passages('labels.txt', content)).toEqual([
    `0.5-1.2 "${first}"`,
    `1.5-2.5 "${second}"`,
    '3-4 ""last""',
  ]);
});
