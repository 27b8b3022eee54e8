import type { Browser, Page } from '@playwright/test';
import { APP_WITH_MODELS, NEW_APP } from '../runner/test-addresses.ts';
import { openApp } from './page-service.ts';
import { test as base } from './test.ts';

/**
 * One open app for many tests, as a user leaves its tab open all day: its model is loaded once, and no test may leave
 * it in a state that affects the next. Tests about tabs, storage and first use have a `page` of their own.
 */
export const test = base.extend<object, { app: Page; newApp: Page }>({
  app: [({ browser }, use) => openFor(browser, APP_WITH_MODELS, use), { scope: 'worker' }],
  /** The same without any model but the sample's. */
  newApp: [({ browser }, use) => openFor(browser, NEW_APP, use), { scope: 'worker' }],
});

async function openFor(browser: Browser, address: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openApp(page, `${address}/`);
  await use(page);
  await context.close();
}
