import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { RUN_FILE } from '../runner/run-file.ts';
import { AIMS } from './house-aims.ts';
import { measureHouse, wideFunctions } from './measure-house.ts';
import { lastRun, measuredAims } from './measured-aims.ts';

const house = measureHouse(PROJECT_ROOT);

it.each(AIMS)('$name: at most $held', ({ value, held }) => {
  expect(value(house)).toBeGreaterThan(-1);
  expect(value(house)).toBeLessThanOrEqual(held);
});

it('no bound is below its aim', () => {
  expect(AIMS.filter(({ aim, held }) => held < aim)).toEqual([]);
});

it('functions of five parameters are found, in every form', () => {
  const text = [
    'function one(a, b, c, d, e) {}',
    'const two = (a, b, c, d, e) => a;',
    'class Three { four(a, b, c, d, e = 1) {} five(a, b, c, d) {} }',
    'type Six = (a: 1, b: 2, c: 3, d: 4, e: 5) => void;',
  ].join('\n');
  expect(wideFunctions(text)).toEqual(['one:1', 'two:2', 'four:3']);
});

it('what rules find in cases is measured, and how many harmless ones they change', async () => {
  const one = { asked: [], table: '', line: 2, isSealed: true, isKnownMiss: false, language: 'en' as const };
  const cases = [
    { ...one, sentence: 'My name is Ann Lee.', labels: ['NAME_1:Ann Lee'] },
    { ...one, sentence: 'The green one is fine.', labels: ['NAME_1:green'] },
    { ...one, sentence: 'I wait for my call.', labels: [] },
    { ...one, sentence: 'Write to ann@example.com.', labels: [] },
  ];
  const values = (await measuredAims(PROJECT_ROOT, cases)).map(({ value }) => value);
  expect(values.slice(0, 2)).toEqual([50, 50]);
});

it('the seconds of the last tests are read from what their run left', () => {
  const root = mkdtempSync(join(tmpdir(), 'earshot-house-'));
  try {
    expect(lastRun(root)).toBeUndefined();
    mkdirSync(dirname(join(root, RUN_FILE)), { recursive: true });
    writeFileSync(join(root, RUN_FILE), '{"seconds":700}');
    expect(lastRun(root)).toBe(700);
  } finally {
    rmSync(root, { recursive: true });
  }
});
