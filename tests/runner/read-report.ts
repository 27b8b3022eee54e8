import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Tally } from './tally.ts';

const vitestReport = z.object({
  numPassedTests: z.int().min(0),
  numFailedTests: z.int().min(0),
  numPendingTests: z.int().min(0),
  numTodoTests: z.int().min(0),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

interface PlaywrightSuite {
  suites?: PlaywrightSuite[] | undefined;
  specs?: { title: string; file: string; line: number; ok: boolean }[] | undefined;
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  suites: z.array(z.lazy(() => playwrightSuite)).optional(),
  specs: z
    .array(z.object({ title: z.string(), file: z.string(), line: z.int(), ok: z.boolean() }))
    .optional(),
});

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({
    expected: z.int().min(0),
    unexpected: z.int().min(0),
    flaky: z.int().min(0),
    skipped: z.int().min(0),
  }),
  errors: z.array(z.unknown()),
});

const failedSpecs = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(failedSpecs),
];

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Vitest's JSON report. A file that failed without a failed test, for example while loading, counts as one failure. */
export function readVitestReport(path: string): Tally {
  const report = vitestReport.parse(readJson(path));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const failedTests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name}: ${fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...brokenFiles.map(({ name }) => name), ...failedTests],
  };
}

/**
 * Playwright's JSON report. A test that passed when it was tried again counts as passed: only a driven Firefox's are tried
 * again. Errors outside of tests count as one failure.
 */
export function readPlaywrightReport(path: string): Tally {
  const { suites, stats, errors } = playwrightReport.parse(readJson(path));
  const failedTests = stats.unexpected;
  return {
    passed: stats.expected + stats.flaky,
    failed: failedTests + (failedTests === 0 && errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  };
}
