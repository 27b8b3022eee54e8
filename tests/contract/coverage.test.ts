import { describe, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { coverage, rowsNamed } from './coverage.ts';
import { markedTests } from './title-marks.ts';

describe('every sentence and table row of the specification', () => {
  const { rows, unknown } = coverage();

  it('has a test that names it', () => {
    expect(rows.length).toBeGreaterThan(190);
    const bare = rows.filter(({ tests }) => tests.length === 0);
    expect(bare.map(({ section, says }) => `§${section} ${says}`)).toEqual([]);
  });

  it('is what each mark of a test names', () => {
    expect(unknown).toEqual([]);
  });
});

describe('marks', () => {
  const marksOf = (source: string) =>
    markedTests(source).map(({ title, marks }) => [
      title,
      marks.map(({ section, name }) => `${section} ${name}`),
    ]);

  it('are read from titles of tests, and from those of the groups around them', () => {
    const source = `
      describe('reads [§4 All endpoints need]', () => {
        it('one', () => {});
        it.each([1])('two %s [§2.4 model, Table.*; §3 Rule]', () => {});
      });
      test.describe('else', () => { test(\`\${three} more [§9 *]\`, () => {}); test('nothing', () => {}); });
      ownPage('four [§3 Rule]', { tag: 'x' }, () => {});`;
    expect(marksOf(source)).toEqual([
      ['one', ['4 All endpoints need']],
      ['two %s', ['4 All endpoints need', '2.4 model', '2.4 Table.*', '3 Rule']],
      [expect.stringMatching(/ more$/), ['9 *']],
      ['four', ['3 Rule']],
    ]);
  });

  it('do not count in comments, other strings, or tests that do not run', () => {
    const source = `
      // it('one [§3 Rule]')
      const title = 'two [§3 Rule]';
      it.skip('three [§3 Rule]', () => {});
      describe.skip('all', () => { it('four [§3 Rule]', () => {}); });
      it.todo('five [§3 Rule]');
      log('six [§3 Rule]');`;
    expect(marksOf(source)).toEqual([]);
  });

  it('must name a section', () => {
    expect(() => markedTests(`it('one [§Rule]', () => {});`)).toThrow('Not a mark: §Rule');
  });

  const rows = [
    { section: '2.4', says: 'model' },
    { section: '2.4', says: 'TranslationConfig: model' },
    { section: '2.4', says: 'TranslationConfig: lipsync' },
    { section: '2.4', says: '**SummarizationConfig**: `type` enum' },
    { section: '3', says: 'Rule: one thing' },
    { section: '3', says: 'Rule: two things' },
  ];
  it.each(caseRows<[string, number[]]>(import.meta.url, 'nameRows'))('name rows: %s', (name, expected) => {
    expect(rowsNamed(rows, { section: '2.4', name })).toEqual(expected.map((index) => rows[index]));
  });

  it('name no row where several begin alike', () => {
    expect(rowsNamed(rows, { section: '3', name: 'Rule' })).toEqual([]);
    expect(rowsNamed(rows, { section: '3', name: 'Rule: two' })).toEqual([rows[5]]);
  });
});
