import { describe, expect, it } from 'vitest';
import { readResults, tablesOf } from './write-browsers-doc.ts';

const ran = (projectName: string, ...statuses: string[]) => ({
  projectName,
  results: statuses.map((status) => ({ status })),
});

describe('the tables of docs/browsers.md', () => {
  it('have a row for each test, and say what was not tested', () => {
    const results = readResults({
      suites: [
        { specs: [{ title: 'format: FLAC', tests: [ran('chromium', 'passed'), ran('firefox', 'failed')] }] },
        { specs: [{ title: 'feature: plays', tests: [ran('webkit', 'failed', 'passed')] }] },
      ],
    });
    const tables = tablesOf(results);
    expect(tables).toContain('| FLAC | yes | no | not tested |');
    expect(tables).toContain('| plays | not tested | not tested | yes |');
    expect(tables.indexOf('## Features')).toBeLessThan(tables.indexOf('## Formats'));
  });

  it('refuse a report of something else', () => {
    expect(() => readResults({ numPassedTests: 3 })).toThrow();
  });
});
