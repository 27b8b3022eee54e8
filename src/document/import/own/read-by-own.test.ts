import { expect, it } from 'vitest';
import { ownMapping } from '../../../contract/transcripts/import-mapping.ts';
import { ImportNotes } from '../bad-import.ts';
import { readByOwn } from './read-by-own.ts';

const columns = { start: 'At', text: 'Said' };
const named = ownMapping.parse({ program: 'Named', reader: 'tables', columns });
const untimed = ownMapping.parse({ program: 'Untimed', reader: 'tables', columns: { text: 'Said' } });
const numbered = ownMapping.parse({
  program: 'Numbered',
  reader: 'tables',
  width: 2,
  columns: { start: 0, text: 1 },
});

const read = (content: string, ...mappings: (typeof named)[]) =>
  readByOwn(mappings, content, new ImportNotes())?.passages.map(({ text, start }) => [text, start]) ?? null;

it('a table whose column of times has none is of no mapping that needs them, and of the next that does not', () => {
  const content = 'At,Said\nsoon,Hello there.\nlater,Good-bye.\n';
  expect(read(content, named)).toBeNull();
  expect(read(content, named, untimed)?.map(([text]) => text)).toEqual(['Hello there.', 'Good-bye.']);
  expect(read('At,Said\n,Hello there.\n,Good-bye.\n', named)).toBeNull();
});

it('a table with one time in its column of times is of its mapping, without the rows that have none', () => {
  const notes = new ImportNotes();
  const content = 'At,Said\nsoon,Hello there.\n0:04,Good-bye.\n';
  const texts = readByOwn([named], content, notes)?.passages.map(({ text }) => text);
  expect(texts).toEqual(['Good-bye.']);
  expect(notes.list()).toHaveLength(1);
});

it('a table without names is of its mapping if its first row has a time', () => {
  expect(read('0:01,Hello there.\n0:04,Good-bye.\n', numbered)).toEqual([
    ['Hello there.', 1],
    ['Good-bye.', 4],
  ]);
  expect(read('one,Hello there.\n0:04,Good-bye.\n', numbered)).toBeNull();
});
