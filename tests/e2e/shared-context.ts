import type { BrowserContext } from '@playwright/test';
import { test as base } from './test.ts';

/**
 * One browser profile for many tests, each with tabs of its own: the app is installed once, and the ONNX runtime is compiled once. For
 * tests about tabs that come and go; those about storage and first use have a `context` of their own.
 */
export const test = base.extend<object, { profile: BrowserContext }>({
  profile: [
    async ({ browser }, use) => {
      const profile = await browser.newContext();
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ profile }, use) => {
    await use(profile);
    for (const page of profile.pages()) await page.close();
  },
});
