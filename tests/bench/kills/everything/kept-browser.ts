import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findBrowser } from '../../../../src/cli/browser/find-browser.ts';
import { warmUpClip } from '../../bench-setup.ts';
import { killTree, processTree } from '../../browser-processes.ts';
import { installInPage } from '../in-page.ts';
import { installEverything } from './in-page-everything.ts';

export type KilledBrowser = 'chromium' | 'firefox';

/** On a machine at a load of 50, a page takes minutes to open. */
const PATIENCE_MS = 300_000;
const LAUNCH_TRIES = 100;
const AT_ONCE_MS = 300;
const SETTLED_MS = 3_000;

/** tsx names functions within functions by a helper that no page has. */
const IN_PAGE = `globalThis.__name ??= (one) => one; (${installInPage})(); (${installEverything})();`;

/** What Chromium and Firefox keep of their sites, by folder of the profile. */
const STORAGE: Record<KilledBrowser, string[]> = {
  chromium: ['Default/IndexedDB', 'Default/WebStorage', 'Default/File System'],
  firefox: ['storage'],
};

/** A browser that is killed and started again with the same profile. */
export class KeptBrowser {
  #browser: Browser | null = null;

  constructor(
    readonly name: KilledBrowser,
    readonly url: string,
    readonly profile: string,
  ) {}

  /** @param log where Chromium writes what it does */
  async start(log: string): Promise<void> {
    const executablePath = findBrowser(this.name);
    if (!executablePath) throw new Error(`${this.name} is not installed.`);
    const common = {
      executablePath,
      headless: true,
      userDataDir: this.profile,
      protocolTimeout: PATIENCE_MS,
    };
    const launch = () =>
      this.name === 'chromium'
        ? puppeteer.launch({
            ...common,
            timeout: PATIENCE_MS,
            args: [
              '--no-sandbox',
              '--lang=en-GB',
              '--autoplay-policy=no-user-gesture-required',
              '--use-fake-ui-for-media-stream',
              '--use-fake-device-for-media-stream',
              `--use-file-for-fake-audio-capture=${warmUpClip}`,
              '--enable-logging',
              '--v=0',
              `--log-file=${log}`,
            ],
          })
        : puppeteer.launch({
            ...common,
            timeout: PATIENCE_MS,
            browser: 'firefox',
            protocol: 'webDriverBiDi',
            extraPrefsFirefox: {
              'intl.locale.requested': 'en-GB',
              'media.navigator.streams.fake': true,
              'media.navigator.permission.disabled': true,
              'media.autoplay.default': 0,
              'media.autoplay.blocking_policy': 0,
            },
          });
    for (let tries = 1; ; tries++) {
      try {
        this.#browser = await launch();
        return;
      } catch (error) {
        // Processes of the one before may still have the profile.
        if (tries === LAUNCH_TRIES) throw error;
        await sleep(AT_ONCE_MS);
      }
    }
  }

  /** A tab of the app that is ready. */
  async open(hash = ''): Promise<Page> {
    if (!this.#browser) throw new Error('No browser is open.');
    const page = await this.#browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.evaluateOnNewDocument(IN_PAGE);
    await page.goto(`${this.url}${hash}`);
    await page.waitForFunction("'earshot' in globalThis");
    await page.evaluate('earshot.ready().then(() => true)');
    return page;
  }

  /** Ends all its processes at once; those that are still there, by the time that this resolves, only where nothing `waits`. */
  async kill(waits: boolean): Promise<void> {
    const browser = this.#browser;
    const pid = browser?.process()?.pid;
    this.#browser = null;
    if (pid === undefined) return;
    const pids = processTree(pid);
    killTree(pid);
    // The driver keeps its socket otherwise.
    void browser?.disconnect().catch(() => undefined);
    if (!waits) return sleep(AT_ONCE_MS);
    while (pids.some((one) => existsSync(`/proc/${one}/exe`))) await sleep(AT_ONCE_MS);
    await sleep(SETTLED_MS);
  }

  /** Copies what the browser keeps of its sites, without the files of large values. */
  async keepStorage(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const isSmall = (path: string) => !path.endsWith('.blob');
    for (const name of STORAGE[this.name]) {
      const from = join(this.profile, name);
      if (existsSync(from)) await cp(from, join(folder, name), { recursive: true, filter: isSmall });
    }
  }

  /** The folders of all databases. */
  get databases(): string[] {
    if (this.name === 'chromium') {
      const folder = join(this.profile, 'Default/IndexedDB');
      return namesIn(folder).map((name) => join(folder, name));
    }
    const sites = join(this.profile, 'storage/default');
    return namesIn(sites).map((site) => join(sites, site, 'idb'));
  }

  deleteDatabases(): void {
    for (const folder of this.databases) rmSync(folder, { recursive: true, force: true });
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
