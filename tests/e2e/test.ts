import { test as base, expect } from '@playwright/test';
import { takeViolations } from '../runner/content-violations.ts';
import { APP_WITH_MODELS, NEW_APP } from '../runner/test-addresses.ts';

/** A test of the app in which nothing may violate the content policy: no page, no worker, no service worker. */
export const test = base.extend<{ contentViolations: undefined }>({
  contentViolations: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await use(undefined);
      // Two tests run at a time: what is found here may be the other one's, and names its page.
      const found = await Promise.all([APP_WITH_MODELS, NEW_APP].map(takeViolations));
      expect(found.flat(), 'violations of the content security policy').toEqual([]);
    },
    { auto: true },
  ],
});
