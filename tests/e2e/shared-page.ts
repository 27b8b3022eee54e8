import type { Page } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { openApp } from './page-service.ts';
import { test as base } from './test.ts';

/**
 * One open app for many tests, as a user leaves its tab open all day: its model is loaded once, and no test may leave
 * it in a state that affects the next. Tests about tabs, storage and first use have a `page` of their own.
 */
export const test = base.extend<object, { app: Page }>({
  app: [
    async ({ browser }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await openApp(page, `${APP_WITH_MODELS}/`);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});
