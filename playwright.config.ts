import { defineConfig } from '@playwright/test';
import { findChromium } from './src/cli/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  timeout: 180_000,
  workers: 1,
  fullyParallel: false,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  outputDir: 'test-results',
  use: {
    baseURL: 'http://localhost:4173',
    launchOptions: { executablePath: findChromium(), args: ['--enable-unsafe-webgpu'] },
  },
  webServer: {
    command: 'npx tsx src/cli/start.ts --no-open',
    url: 'http://localhost:4173/',
    reuseExistingServer: false,
    timeout: 180_000,
  },
});
