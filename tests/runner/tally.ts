/** Numbers of checks and tests that passed, failed or were skipped. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of the failed ones, if their report has them. */
  failures: readonly string[];
  /** Names of those that passed only when they were tried again; they count as passed. */
  flaky: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
export const CHECK_PASSED: Tally = { ...NOTHING, passed: 1 };
export const CHECK_FAILED: Tally = { ...NOTHING, failed: 1 };

export const addTallies = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  flaky: [...a.flaky, ...b.flaky],
});

/** Nothing failed, and something ran. */
export const isGreen = ({ passed, failed }: Tally): boolean => failed === 0 && passed > 0;

export const closingLine = ({
  passed,
  failed,
  skipped,
}: Pick<Tally, 'passed' | 'failed' | 'skipped'>): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
