import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core';
import { type BrowserEngine, centre, TASK_LIMIT_MS } from './browser-engine.ts';

/**
 * The system's Firefox, driven by WebDriver BiDi.
 *
 * @param userDataDir a profile that outlives it; without one, it has its own
 */
export async function startFirefox(executablePath: string, userDataDir?: string): Promise<BrowserEngine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath,
    ...(userDataDir !== undefined && { userDataDir }),
    headless: true,
    protocolTimeout: TASK_LIMIT_MS,
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      // A microphone that hums, and nobody to be asked for it.
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
    },
  });
  let page = await newPage(browser);
  const frame = async (): Promise<Frame> => {
    const handle = await page.waitForSelector('iframe');
    const content = await handle?.contentFrame();
    if (!content) throw new Error('The page has no frame.');
    return content;
  };
  return {
    name: 'firefox',
    version: (await browser.version()).replace('/', ' '),
    open: async (address) => {
      // Navigating from an isolated to a non-isolated page changes the process, and the driver waits for the old one
      // for ever.
      const last = page;
      page = await newPage(browser);
      await last.close();
      await page.goto(address);
    },
    reload: async () => {
      await page.reload();
    },
    openBeside: async (address) => {
      const beside = await newPage(browser);
      await beside.goto(address);
      return () => beside.close();
    },
    run: (task, ...args) => page.evaluate(`(${task.toString()})(...${JSON.stringify(args)})`),
    click: async (selector, where = 'page') => {
      const scope = where === 'frame' ? await frame() : page;
      const element = await scope.waitForSelector(selector, { visible: true });
      await element?.click();
    },
    pointer: {
      centreOf: async (selector) => {
        const element = await (await frame()).waitForSelector(selector, { visible: true });
        return centre(await element?.boundingBox());
      },
      move: ({ x, y }) => page.mouse.move(x, y),
      press: async () => {
        await page.mouse.down();
        await page.mouse.up();
      },
      // "NS_ERROR_ILLEGAL_VALUE" for a point in a frame of another site.
      touch: null,
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  } as BrowserEngine;
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(TASK_LIMIT_MS);
  return page;
}
