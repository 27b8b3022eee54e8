import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TAGS } from '../runner/thorough.ts';

/** Runs after the build, because it packs dist/. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    tags: TAGS,
    name: 'package',
    environment: 'node',
    include: ['tests/package/**/*.test.ts'],
    globalSetup: ['tests/package/install-package.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
