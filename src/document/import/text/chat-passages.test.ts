import { expect, it } from 'vitest';
import { shownImport } from '../../../../tests/fakes/shown-import.ts';

const LEFT = 'is not said in the recording, and was left out.';

it.each([
  [
    '[08/01/2026, 10:58:23] Ada Lovelace: Hello there.\nSecond line.\n[08/01/2026, 10:59:01] Bob: Hi.\n',
    ['39503-null [Ada Lovelace] "Hello there. Second line."', '39541-null [Bob] "Hi."'],
  ],
  [
    '1/8/26, 10:58\u202fAM - Ada: Hello.\n1/8/26, 1:01\u202fPM - +49 170 1234567: So: yes.\n',
    ['39480-null [Ada] "Hello."', '46860-null [+49 170 1234567] "So: yes."'],
  ],
  [
    '08.01.26, 10:58 - Ada: Hallo.\n09.01.26, 10:59 - Bob: Hi.\n',
    ['null-null [Ada] "Hallo."', 'null-null [Bob] "Hi."'],
  ],
  [
    'Ada Lovelace, [1/8/26 10:58 AM]\nHello.\nThere.\n\nBob, [1/8/26 10:59 AM]\nHi.\n',
    ['39480-null [Ada Lovelace] "Hello. There."', '39540-null [Bob] "Hi."'],
  ],
])('the messages of a chat have who wrote them: %j', (content, passages) => {
  expect(shownImport('chat.txt', content)).toEqual({ passages, notes: [] });
});

it('a log with dates counts from its first line', () => {
  expect(
    shownImport('a.txt', '[2026-01-08 23:59:59] Ada: Hello.\n[2026-01-09 00:00:01] Bob: Hi.\n').passages,
  ).toEqual(['0-null [Ada] "Hello."', '2-null [Bob] "Hi."']);
});

it.each([
  [
    '2026-01-08 10:58:01 Ada: Hello.\n2026-01-08 10:58:05 Bob: Hi.\n',
    ['0-null [Ada] "Hello."', '4-null [Bob] "Hi."'],
  ],
  [
    '2026-01-08 10:58 Ada: Hello.\n2026-01-08 10:59 and more\n',
    ['0-null [Ada] "Hello."', '60-null "and more"'],
  ],
  [
    '[2026-01-08T10:58:01.250Z] Hello.\n[2026-01-08T10:58:05.100Z] Hi.\n',
    ['0-null "Hello."', '4-null "Hi."'],
  ],
])('a log without brackets or names is read: %j', (content, passages) => {
  expect(shownImport('a.txt', content).passages).toEqual(passages);
});

it('what nobody said in a chat is left out, with a note', () => {
  const content =
    '1/8/26, 10:58 - Messages and calls are end-to-end encrypted.\n1/8/26, 10:58 - Ada: Hello.\n\u200e1/8/26, 10:59 - Bob: <Media omitted>\n';
  const { passages, notes } = shownImport('chat.txt', content);
  expect(passages).toEqual(['39480-null [Ada] "Hello."']);
  expect(notes).toEqual([
    `“1/8/26, 10:58 - Messages and calls are end-to-end encrypted.” ${LEFT}`,
    expect.stringContaining(`<Media omitted>” ${LEFT}`),
  ]);
});
