import { expect, it } from 'vitest';
import { shownImport } from '../../../tests/fakes/shown-import.ts';

const HEAD = '[Events]\nFormat: Start, End, Text\n';

it.each([
  ['a.csv', 'start,end,text\n1,2,a\n5,4,b\n6,6,c\n'],
  [
    'a.json',
    '[{"start":1,"end":2,"text":"a"},{"start":5,"end":4,"text":"b"},{"start":6,"end":6,"text":"c"}]',
  ],
  ['a.ass', `${HEAD}Dialogue: 0:00:01,0:00:02,a\nDialogue: 0:00:05,0:00:04,b\nDialogue: 0:00:06,0:00:06,c\n`],
  [
    'a.ttml',
    '<tt><body><p begin="1s" end="2s">a</p><p begin="5s" end="4s">b</p><p begin="6s" end="6s">c</p></body></tt>',
  ],
])('an end that is not after its start is mended, which a note says: %s', (name, content) => {
  expect(shownImport(name, content)).toEqual({
    passages: ['1-2 "a"', '5-6 "b"', '6-7 "c"'],
    notes: [
      '“b” does not end after its start, and got an end at 6.000 s.',
      '“c” does not end after its start, and got an end at 7.000 s.',
    ],
  });
});

it('the end is that of the words, where they have times', () => {
  const content = '[{"start":1,"end":0,"text":"a","words":[{"word":"a","start":1,"end":1.4}]}]';
  expect(shownImport('a.json', content).passages).toEqual(['1-1.4 "a"']);
});

it('markers are points, and last until the next one', () => {
  const content = '1.000000\t1.000000\tone\n2.000000\t2.000000\ttwo\n';
  expect(shownImport('labels.txt', content)).toEqual({
    passages: ['1-null "one"', '2-null "two"'],
    notes: [],
  });
});
