import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import coverage from './coverage.json' with { type: 'json' };
import { specificationRows, specificationText } from './specification-rows.ts';

/**
 * The list: each table row and sentence of §§ 2 to 9, and the tests that show it, as `file › title`. `open` names a
 * feature that is not there yet.
 */
const rows = z
  .array(
    z.strictObject({
      section: z.string(),
      says: z.string(),
      tests: z.array(z.string()),
      open: z.string().optional(),
    }),
  )
  .parse(coverage);

const root = new URL('../../', import.meta.url);
const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const path = new URL(file, root);
  if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : '');
  return sources.get(file) ?? '';
}

/** Whether a file has a test with this title, which may be a template. */
function exists(test: string): boolean {
  const [file = '', title = ''] = test.split(' › ');
  return (
    title !== '' &&
    ["'", '"', '`'].some(
      (quote) =>
        sourceOf(file).includes(`(${quote}${title}${quote}`) ||
        sourceOf(file).includes(`\n    ${quote}${title}${quote}`),
    )
  );
}

describe('every sentence and table row of the specification', () => {
  it('has a test, and the test is there', () => {
    expect(rows.length).toBeGreaterThan(190);
    const missing = rows.flatMap(({ section, says, tests }) =>
      tests.filter((test) => !exists(test)).map((test) => `§${section} ${says}: ${test}`),
    );
    expect(missing).toEqual([]);
    const bare = rows.filter(({ tests, open }) => tests.length === 0 && open === undefined);
    expect(bare).toEqual([]);
  });

  it('is told from a test that is not there', () => {
    expect(exists('tests/contract/coverage.test.ts › is told from a test that is not there')).toBe(true);
    expect(exists('tests/contract/coverage.test.ts › is dreamt of')).toBe(false);
    expect(exists('tests/contract/nowhere.test.ts › has a test, and the test is there')).toBe(false);
  });

  it('is covered now, with nothing left open', () => {
    expect(rows.filter((row) => row.open !== undefined)).toEqual([]);
  });

  const text = specificationText();
  if (text === null) {
    console.warn(
      'Left out: the specification is not at ../shared/spec, so the list is not compared with it.',
    );
  }
  it.skipIf(text === null)('stands in the list, in the same words and order', () => {
    expect(rows.map(({ section, says }) => ({ section, says }))).toEqual(specificationRows(text ?? ''));
  });
});
