import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './read-report.ts';
import { addTallies, CHECK_FAILED, CHECK_PASSED, closingLine, isGreen, NOTHING } from './tally.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const vitestCounts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

describe("Vitest's report", () => {
  it('counts each test once, with pending and planned ones as skipped', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'b c', failureMessages: ['no\n  at line 3'] },
      { status: 'passed', fullName: 'd e', failureMessages: [] },
      { status: 'passed', fullName: 'f g', failureMessages: ['not at once'] },
    ];
    const testResults = [{ name: 'a', status: 'failed', assertionResults }];
    expect(readVitestReport(written({ ...vitestCounts, testResults }))).toEqual({
      passed: 3,
      failed: 1,
      skipped: 3,
      failures: ['a: b c · no'],
      flaky: ['a: f g · not at once'],
    });
  });

  it('leaves out what a run was not to have', () => {
    const assertionResults = [
      { status: 'skipped', fullName: 'b', tags: ['rare'] },
      { status: 'skipped', fullName: 'c', tags: [] },
    ];
    const testResults = [{ name: 'a', status: 'passed', assertionResults }];
    const path = written({ ...vitestCounts, numFailedTests: 0, numTodoTests: 0, testResults });
    expect(readVitestReport(path, 'rare').skipped).toBe(1);
    expect(readVitestReport(path).skipped).toBe(2);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const testResults = [{ name: 'a', status: 'failed', assertionResults: [] }];
    expect(readVitestReport(written({ ...vitestCounts, numFailedTests: 0, testResults })).failed).toBe(1);
  });

  it('is refused when it is something else', () => {
    expect(() => readVitestReport(written({ passed: 3 }))).toThrow();
  });
});

describe("Playwright's report", () => {
  it('counts a test that passed when it was tried again as passed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    const spec = {
      title: 'speaks',
      file: 'a.spec.ts',
      line: 7,
      ok: false,
      tests: [{ status: 'unexpected' }],
    };
    const good = { ...spec, ok: true, tests: [{ status: 'expected' }] };
    const message = '\u001b[31mTest timeout\u001b[39m of 5 s\nand where';
    const late = {
      ...spec,
      ok: true,
      line: 9,
      tests: [
        { status: 'expected', projectName: 'chromium', results: [{}] },
        { status: 'flaky', projectName: 'firefox', results: [{ error: { message } }, {}] },
      ],
    };
    const suites = [{ specs: [good, late], suites: [{ specs: [spec] }] }];
    expect(readPlaywrightReport(written({ suites, stats, errors: [] }))).toEqual({
      passed: 6,
      failed: 1,
      skipped: 2,
      failures: ['a.spec.ts:7 speaks'],
      flaky: ['firefox a.spec.ts:9 speaks · Test timeout of 5 s'],
    });
  });

  it('counts a server that did not start as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    const report = readPlaywrightReport(written({ suites: [], stats, errors: [{ message: 'Timed out' }] }));
    expect(report.failed).toBe(1);
  });
});

describe('the closing line', () => {
  it('says how many passed and failed, and how many were skipped where some were', () => {
    const total = [CHECK_PASSED, CHECK_FAILED, { ...NOTHING, passed: 4 }].reduce(addTallies, NOTHING);
    expect(closingLine(total)).toBe('5 passed, 1 failed');
    expect(closingLine({ ...total, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped');
  });

  it('is green only when something ran and nothing failed', () => {
    expect(isGreen({ ...NOTHING, passed: 1, skipped: 3 })).toBe(true);
    expect(isGreen({ ...NOTHING, passed: 9, failed: 1 })).toBe(false);
    expect(isGreen(NOTHING)).toBe(false);
  });
});
