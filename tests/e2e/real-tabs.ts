import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { wholeChromiumOptions } from '../runner/chromium-options.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { deleteProfile, newProfile } from './own-profile.ts';
import { openApp } from './page-service.ts';

/**
 * A Chromium whose tabs hide each other, as a person's do. Those that Playwright starts all count as seen, and Chromium freezes none of
 * these.
 */
export class RealTabs {
  readonly context: BrowserContext;
  readonly #close: () => Promise<void>;

  private constructor(context: BrowserContext, close: () => Promise<void>) {
    this.context = context;
    this.#close = close;
  }

  static async start(more: readonly string[] = []): Promise<RealTabs> {
    const profile = newProfile();
    const { executablePath, args } = wholeChromiumOptions();
    const own = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0'];
    const browser = spawn(
      executablePath ?? chromium.executablePath(),
      [...args, ...more, ...own, `--user-data-dir=${profile}`, 'about:blank'],
      { stdio: 'ignore' },
    );
    const address = `http://127.0.0.1:${await portOf(profile, browser)}`;
    const connected = await chromium.connectOverCDP(address, { noDefaults: true });
    const [context] = connected.contexts();
    if (!context) throw new Error('Chromium has no tabs.');
    return new RealTabs(context, async () => {
      await connected.close();
      killBrowser(profile);
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
      await deleteProfile(profile);
    });
  }

  close = (): Promise<void> => this.#close();

  /** Opens the app in a tab, which hides the others. */
  async openApp(): Promise<Page> {
    const page = await this.context.newPage();
    await openApp(page, `${APP_WITH_MODELS}/`);
    return page;
  }

  /** Opens a page of the origin, answered by the service worker, that runs no jobs. */
  async openPassive(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`${APP_WITH_MODELS}/license.txt`);
    return page;
  }

  /** Freezes a tab that another one hides, as the browser does after some minutes; what wakes it. */
  async freeze(page: Page): Promise<() => Promise<void>> {
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
    await page.evaluate(() => {
      document.addEventListener('freeze', () => Object.assign(globalThis, { wasFrozen: true }));
    });
    const lifecycle = await this.context.newCDPSession(page);
    await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
    await expect.poll(() => page.evaluate(() => 'wasFrozen' in globalThis)).toBe(true);
    return async () => {
      await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
      await lifecycle.detach();
    };
  }

  /** Ends a tab's process without an event, as the browser does where memory is short. */
  async crash(page: Page): Promise<void> {
    const session = await this.context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }
}

/** Chromium chooses a port, and writes it into its profile. */
async function portOf(profile: string, browser: ChildProcess): Promise<string> {
  const path = join(profile, 'DevToolsActivePort');
  while (browser.exitCode === null) {
    const [port] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    if (port) return port;
    await sleep(50);
  }
  throw new Error('Chromium did not start.');
}
