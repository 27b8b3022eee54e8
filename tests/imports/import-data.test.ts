import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dataFaults, importData } from './import-data.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('the data files of imports have no fault', () => {
  const files = importData(ROOT);
  expect(files.length).toBeGreaterThan(10);
  expect(dataFaults(files)).toEqual([]);
});

const mapping = (...lines: string[]) => ({
  file: 'mappings/a.json',
  content: `{\n"program": "A",\n"reader": "trees",\n"layouts": [\n${lines.join('\n')}\n]\n}`,
});
const words = (...lines: string[]) => ({
  file: 'vocabulary/a.json',
  content: `{\n"patterns": {\n\n${lines.join('\n')}\n}\n}`,
});
const lines = (...rows: string[]) => ({
  file: 'vocabulary/a.json',
  content: `{\n"slots": { "time": "\\\\d+" },\n"stamped": [\n\n${rows.map((line) => JSON.stringify({ line })).join(',\n')}\n]\n}`,
});
const marks = (...patterns: string[]) => ({
  file: 'vocabulary/a.json',
  content: `{\n"marks": {\n${patterns.map((pattern, at) => `"${at}": ${JSON.stringify({ what: 'a', pattern })}`).join(',\n')}\n}\n}`,
});

it.each([
  ['an unknown field', [mapping('{', '"wehn": [],', '"text": "t"', '}')], 6, /wehn/],
  ['a wrong kind of value', [mapping('{"text": "t"},', '{"start": 1}')], 6, /start/],
  ['what is not JSON', [mapping('{"text": "t"', '"start": "s"}')], 6, /not JSON/],
  ['a name that is repeated', [mapping('{"text": "t",', '"text": "u"}')], 6, /text is repeated/],
  [
    'a program that is repeated',
    [mapping('{}'), { ...mapping('{}'), file: 'mappings/b.json' }],
    1,
    /mappings\/a/,
  ],
  ['a broken pattern', [words('"people": [', '"a",', '"(b"', ']')], 6, /"\(b" is no pattern/],
  ['a layout with an unknown slot', [lines('{time}', '{tmie}')], 6, /\{tmie\} is no slot/],
  ['a layout that is no expression', [lines('(?<text>.*)', '({time}')], 6, /is no layout: SyntaxError/],
  ['a sign with an unknown slot', [marks('{seconds}', '{secnods}')], 4, /\{secnods\} is no slot/],
  ['a sign that is no expression', [marks('{seconds}', '({seconds}')], 4, /is no pattern: SyntaxError/],
  ['a row that is repeated', [words('"people": [', '"a",', '"a"', ']')], 6, /"a" is repeated/],
])('%s is a fault with its file and row', (_, files, line, fault) => {
  const { file } = files.at(-1) ?? {};
  expect(dataFaults(files)).toEqual([{ file, line, fault: expect.stringMatching(fault) }]);
});
