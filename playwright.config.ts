import { defineConfig } from '@playwright/test';
import { findChromium } from './src/cli/find-chromium.ts';
import { testModels } from './tests/runner/test-models.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 180_000,
  // Slow machines run several tests beside each other; a wrong answer is wrong at once.
  expect: { timeout: 30_000 },
  workers: 1,
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  outputDir: 'test-results',
  use: {
    baseURL: 'http://localhost:4173',
    launchOptions: { executablePath: findChromium(), args: ['--enable-unsafe-webgpu'] },
  },
  webServer: [
    // With models given on purpose: the miniature serves stt-1 for any recording.
    {
      command: 'npx tsx src/cli/start.ts --no-open --port 4173',
      env: { MODELS_DIR: testModels() },
      url: 'http://localhost:4173/',
      timeout: 240_000,
    },
    // As a new user meets it: nothing but the demo.
    {
      command: 'npx tsx src/cli/start.ts --no-open --port 4174',
      url: 'http://localhost:4174/',
      timeout: 240_000,
    },
  ],
});
