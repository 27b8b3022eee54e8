import { defineConfig } from '@playwright/test';
import { ENGINE_NAMES } from './browser-engine.ts';
import { missing } from './find-programs.ts';

/** Chromium, Firefox and WebKit with the same tests; those that are not installed are skipped with a message. */
const present = ENGINE_NAMES.filter((name) => {
  const reason = missing[name]();
  if (reason) console.log(`Left out: ${reason}`);
  return reason === null;
});

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/engines',
  timeout: 150_000,
  expect: { timeout: 60_000 },
  workers: 1,
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: '../../.cache/engines.json' }]],
  // A driven Firefox hangs for good now and then (docs/browsers.md); it is started anew, and the test with it. What passes
  // only then is named at the end of the run (tests/runner/read-report.ts).
  retries: 2,
  projects: present.map((name) => ({ name })),
});
