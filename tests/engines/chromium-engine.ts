import { chromium } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { type BrowserEngine, centre, TASK_LIMIT_MS } from './browser-engine.ts';

export async function startChromium(): Promise<BrowserEngine> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser('chromium') });
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(TASK_LIMIT_MS);
  return {
    name: 'chromium',
    version: `chromium ${browser.version()}`,
    open: async (address) => {
      await page.goto(address);
    },
    reload: async () => {
      await page.reload();
    },
    openBeside: async (address) => {
      const beside = await context.newPage();
      await beside.goto(address);
      return () => beside.close();
    },
    run: (task, ...args) =>
      page.evaluate(`(${task.toString()})(...${JSON.stringify(args)})`) as ReturnType<BrowserEngine['run']>,
    click: async (selector, where = 'page') => {
      const scope = where === 'frame' ? page.frameLocator('iframe') : page;
      await scope.locator(selector).first().click();
    },
    pointer: {
      centreOf: async (selector) => centre(await page.frameLocator('iframe').locator(selector).boundingBox()),
      move: ({ x, y }) => page.mouse.move(x, y),
      press: async () => {
        await page.mouse.down();
        await page.mouse.up();
      },
      touch: async (point, heldMs) => {
        const devtools = await context.newCDPSession(page);
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
        await new Promise((resolve) => setTimeout(resolve, heldMs));
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await devtools.detach();
      },
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  } as BrowserEngine;
}
