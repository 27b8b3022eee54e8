import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TAGS } from '../runner/thorough.ts';

/** Runs after the build, because it measures dist/. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { name: 'budgets', environment: 'node', include: ['tests/budgets/**/*.test.ts'], tags: TAGS },
});
