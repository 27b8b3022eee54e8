import type { BrowserContext, Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { clip } from './clips.ts';
import { deleteProfile, launchWithMicrophone, newProfile } from './own-profile.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

export const HELLO = clip('en_hello.wav');

/** The browser of a test, with a profile of its own and a microphone that says hello again and again. */
class MicrophoneBrowser {
  profile = '';
  #context: BrowserContext | null = null;

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser is started before each test.');
    return this.#context;
  }

  async start(): Promise<void> {
    this.#context = await launchWithMicrophone(this.profile, HELLO.path);
  }

  /** A page with the app. */
  async openPage(): Promise<Page> {
    const page = await this.context.newPage();
    await openApp(page);
    return page;
  }

  /** Kills the browser and starts it again with the same profile. `between` runs while it is gone. */
  async killAndStart(between: () => void = () => undefined): Promise<Page> {
    killBrowser(this.profile);
    await this.context.close().catch(() => undefined);
    between();
    await this.start();
    return this.openPage();
  }
}

/** A browser for each test of the file. */
export function browserForEach(): MicrophoneBrowser {
  const browser = new MicrophoneBrowser();
  test.beforeEach(async () => {
    browser.profile = newProfile();
    await browser.start();
  });
  test.afterEach(async () => {
    await browser.context.close();
    await deleteProfile(browser.profile);
  });
  return browser;
}

/** Of the timer on a page. */
export async function secondsShown(page: Page): Promise<number> {
  const text = (await page.getByRole('timer').textContent()) ?? '';
  const [minutes = 0, seconds = 0] = text.split(':').map(Number);
  return minutes * 60 + seconds;
}
