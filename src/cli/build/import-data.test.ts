import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import config from '../../../vite.config.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { dataFaults, importFaults, importFiles } from './import-data.ts';

const FOLDER = 'src/document/import';

it('the data files of imports have no fault', () => {
  for (const folder of ['mappings', 'vocabulary'])
    expect(readdirSync(join(PROJECT_ROOT, FOLDER, folder)).length).toBeGreaterThan(3);
  expect(importFaults(PROJECT_ROOT)).toEqual([]);
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

/** A project of one script and the data files of imports. */
const project = mkdtempSync(join(tmpdir(), 'earshot-import-data-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
writeFileSync(join(project, 'main.js'), 'export {};');
const built = () =>
  build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: [importFiles(project)],
    build: { write: false, lib: { entry: 'main.js', formats: ['es'] } },
  });

it.each([
  ['an unknown field', 'mappings/a.json', mapping('{"wehn": []}'), ':5: .*wehn'],
  ['a broken pattern', 'vocabulary/a.json', words('"people": [', '"(b"', ']'), ':5: "\\(b" is no pattern'],
  ['a duplicate', 'vocabulary/a.json', words('"people": [', '"a",', '"a"', ']'), ':6: "a" is repeated'],
])('%s ends a build, with its file and row', async (_, file, { content }, fault) => {
  rmSync(join(project, 'src'), { recursive: true, force: true });
  mkdirSync(join(project, FOLDER), { recursive: true });
  for (const folder of ['mappings', 'vocabulary'])
    cpSync(join(PROJECT_ROOT, FOLDER, folder), join(project, FOLDER, folder), { recursive: true });
  await built();
  writeFileSync(join(project, FOLDER, file), content);
  await expect(built()).rejects.toThrow(new RegExp(`${FOLDER}/${file}${fault}`));
});

it('the app is built with this check', () => {
  expect((config.plugins ?? []).flat()).toContainEqual(expect.objectContaining({ name: 'import-files' }));
});
