import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { takeViolations } from '../runner/content-violations.ts';
import { APP_WITH_MODELS, NEW_APP } from '../runner/test-addresses.ts';
import { makeNeverIdle } from './never-idle.ts';
import { openApp } from './page-service.ts';

interface Shared {
  /**
   * One open app for many tests, as a user leaves its tab open all day: its model is loaded once, and no test may leave
   * it in a state that affects the next. Tests about tabs, storage and first use have a `page` of their own.
   */
  app: Page;
  /** The same without any model but the sample's. */
  newApp: Page;
  profile: BrowserContext;
}

/**
 * A test of the app in which nothing may violate the content policy: no page, no worker, no service worker. What tests share
 * is made when the first one asks, and is kept until the last: a file that brought such fixtures of its own would have the
 * browser started anew, before it and after it.
 */
export const test = base.extend<{ contentViolations: undefined }, Shared>({
  browser: [
    async ({ browser }, use) => {
      makeNeverIdle(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
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
  app: [({ browser }, use) => openFor(browser, APP_WITH_MODELS, use), { scope: 'worker' }],
  newApp: [({ browser }, use) => openFor(browser, NEW_APP, use), { scope: 'worker' }],
  profile: [
    async ({ browser }, use) => {
      const profile = await browser.newContext();
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * The same with one browser profile for many tests, each with tabs of its own: the app is installed once, and the ONNX
 * runtime is compiled once. For tests about tabs that come and go; those about storage and first use have a `context` of
 * their own.
 */
export const testInProfile = test.extend({
  context: async ({ profile }, use) => {
    await use(profile);
    for (const page of profile.pages()) await page.close();
  },
});

async function openFor(browser: Browser, address: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openApp(page, `${address}/`);
  await use(page);
  await context.close();
}
