import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
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
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).default([]),
          tags: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      projectName: z.string().default(''),
      results: z.array(z.object({ error: z.object({ message: z.string() }).optional() })).default([]),
    }),
  ),
});
type PlaywrightSpec = z.infer<typeof playwrightSpec>;

interface PlaywrightSuite {
  suites?: PlaywrightSuite[] | undefined;
  specs?: PlaywrightSpec[] | undefined;
}

const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  suites: z.array(z.lazy(() => playwrightSuite)).optional(),
  specs: z.array(playwrightSpec).optional(),
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

/** The last screen of a run is all that some see of it: each test that failed says there why, in one line. */
const REASON_LENGTH = 160;

/** `title`, followed by the first line of what went wrong. */
function withReason(title: string, message: string | undefined): string {
  const [reason = ''] = stripVTControlCharacters(message ?? '').split('\n');
  return reason ? `${title} · ${reason.slice(0, REASON_LENGTH)}` : title;
}

function titlesOf(
  is: (spec: PlaywrightSpec) => boolean,
  { suites = [], specs = [] }: PlaywrightSuite,
): string[] {
  const own = specs.filter(is).map(({ file, line, title, tests }) => {
    const failing = tests.filter(({ results }) => results.some(({ error }) => error));
    const names = failing.map(({ projectName }) => projectName).filter((name) => name !== '');
    const [failure] = failing.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
    return withReason([...names, `${file}:${line}`, title].join(' '), failure?.message);
  });
  return [...own, ...suites.flatMap((suite) => titlesOf(is, suite))];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Vitest's JSON report. A test that passed when it was tried again counts as passed, and keeps the message of its
 * failure. A file that failed without a failed test, for example while loading, counts as one failure. Tests with
 * `leftOut`, a tag of those that this run was not to have, count as nothing.
 */
export function readVitestReport(path: string, leftOut: string | null = null): Tally {
  const report = vitestReport.parse(readJson(path));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      title: withReason(`${name}: ${fullName}`, failureMessages[0]),
      status,
      hasFailed: failureMessages.length > 0,
    })),
  );
  const unasked = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => status === 'skipped' && leftOut !== null && tags.includes(leftOut));
  const titles = (chosen: typeof tests) => chosen.map(({ title }) => title);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests - unasked.length,
    failures: [
      ...brokenFiles.map(({ name }) => name),
      ...titles(tests.filter(({ status }) => status === 'failed')),
    ],
    flaky: titles(tests.filter(({ status, hasFailed }) => status === 'passed' && hasFailed)),
  };
}

/**
 * Playwright's JSON report. A test that passed when it was tried again counts as passed. Errors outside of tests count
 * as one failure.
 */
export function readPlaywrightReport(path: string): Tally {
  const { suites, stats, errors } = playwrightReport.parse(readJson(path));
  const failedTests = stats.unexpected;
  return {
    passed: stats.expected + stats.flaky,
    failed: failedTests + (failedTests === 0 && errors.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => titlesOf(({ ok }) => !ok, suite)),
    flaky: suites.flatMap((suite) =>
      titlesOf(({ tests }) => tests.some(({ status }) => status === 'flaky'), suite),
    ),
  };
}
