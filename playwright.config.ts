import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './tests/runner/chromium-options.ts';
import { APP_WITH_MODELS, NEW_APP, portOf } from './tests/runner/test-addresses.ts';
import { testModels } from './tests/runner/test-models.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 180_000,
  // Slow machines run several tests in parallel; a wrong answer fails at once anyway.
  expect: { timeout: 30_000 },
  workers: 2,
  // What passes only then is named at the end of the run (tests/runner/read-report.ts).
  retries: 2,
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  outputDir: 'test-results/e2e',
  use: {
    baseURL: APP_WITH_MODELS,
    // Moving bars are painted in software here, beside the models that the tests wait for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromiumOptions(),
  },
  webServer: [
    // With supplied models: the miniature serves stt-1 for any recording.
    {
      command: `npx tsx tests/runner/serve-tested-app.ts ${portOf(APP_WITH_MODELS)}`,
      env: { MODELS_DIR: testModels() },
      url: `${APP_WITH_MODELS}/`,
      timeout: 240_000,
    },
    // As a new user sees it: only the demo.
    {
      command: `npx tsx tests/runner/serve-tested-app.ts ${portOf(NEW_APP)}`,
      url: `${NEW_APP}/`,
      timeout: 240_000,
    },
  ],
});
