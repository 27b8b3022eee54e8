import { describe, expect, it } from 'vitest';
import { ENGINE_NAMES } from './browser-engine.ts';
import { readResults, tablesOf } from './write-browsers-doc.ts';

const ran = (projectName: string, ...statuses: string[]) => ({
  projectName,
  results: statuses.map((status) => ({ status })),
});

describe('the results in docs/browsers.md', () => {
  it('have each test, in a table where not all engines pass it, and say what was not tested', () => {
    const results = readResults({
      suites: [
        { specs: [{ title: 'format: FLAC', tests: [ran('chromium', 'passed'), ran('firefox', 'failed')] }] },
        { specs: [{ title: 'feature: plays', tests: [ran('webkit', 'failed', 'passed')] }] },
        { specs: [{ title: 'format: WAV', tests: ENGINE_NAMES.map((name) => ran(name, 'passed')) }] },
      ],
    });
    const tables = tablesOf(results);
    expect(tables).toContain('| FLAC | yes | no | not tested |');
    expect(tables).toContain('In all three:\n\n- WAV\n\n| |');
    expect(tables).not.toContain('| WAV');
    expect(tables).toContain('| plays | not tested | not tested | yes |');
    expect(tables.indexOf('## Features')).toBeLessThan(tables.indexOf('## Formats'));
  });

  it('refuse a report of something else', () => {
    expect(() => readResults({ numPassedTests: 3 })).toThrow();
  });
});
