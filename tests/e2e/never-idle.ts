import type { Browser, BrowserContext } from '@playwright/test';

declare global {
  /** Does what waits until the page is idle; how many pieces of work that were. */
  var becomeIdle: () => number;
}

/**
 * Pages of this profile are never idle, until a test lets them be. The app stores the rest of its files then: for a profile that is
 * used once, these hundreds of files take twice as much of the processor as opening the app.
 */
export const neverIdle = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const whenIdle = globalThis.requestIdleCallback;
    const waiting: IdleRequestCallback[] = [];
    // What has a time limit does not wait for an idle page.
    globalThis.requestIdleCallback = (work, options) =>
      options?.timeout === undefined ? waiting.push(work) : whenIdle(work, options);
    globalThis.becomeIdle = () => waiting.splice(0).map((work) => whenIdle(work)).length;
  });

/** The same for all profiles that a browser makes from now on. */
export function makeNeverIdle(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await neverIdle(context);
    return context;
  };
}
