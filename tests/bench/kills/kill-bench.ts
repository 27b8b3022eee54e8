import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../src/cli/browser/find-browser.ts';
import { startServer } from '../../../src/cli/server/serve.ts';
import { PageClient, ServiceRefusal } from '../../../src/cli/through-page/page-client.ts';
import type { PoolEntry } from '../../../src/client/settings/pool-settings.ts';
import { SmallDisk } from '../../runner/small-disk.ts';
import { MINIATURE, modelsDir, warmUpClip } from '../bench-setup.ts';
import { createJob } from '../pool-browser-members.ts';
import type { Random } from './dice.ts';
import { type Disturbance, disturb, type Ending, end } from './endings.ts';
import { type Census, type CopyOptions, type InPage, installInPage } from './in-page.ts';
import { smallModel } from './small-model.ts';
import { whatWaits } from './what-waits.ts';

const PATIENCE_MS = 30_000;
const DISK_MEGABYTES = 300;
const LAUNCH_LIMIT_MS = 3_000;

/** In enough sentences that their paragraphs share two dozen rows, which are written and deleted in several transactions. */
export const LONG_TEXT = Array.from(
  { length: 900 },
  (_, index) => `A sentence number ${index} of much.`,
).join('\n\n');

/** tsx names functions within functions by a helper that no page has. */
const IN_PAGE = `globalThis.__name ??= (one) => one; (${installInPage})();`;

/** In place of a person at a microphone, and of their answer to the browser's question. */
const MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** A browser whose profile outlives its kills, with one finished job that is copied at will. */
export class KillBench {
  #context: Promise<BrowserContext> | null = null;
  #page: Promise<Page> | null = null;
  /** Counts the pages that have ended. */
  #lives = 0;
  #key = '';
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #closers: (() => Promise<void>)[] = [];
  /** The finished, corrected job. */
  model = '';
  /** The same with a long text. */
  #longModel = '';

  private constructor(
    readonly url: string,
    readonly profile: string,
    /** What the profile is on, where the machine allows for such a disk. */
    readonly disk: SmallDisk | null,
    private readonly stop: () => Promise<void>,
  ) {}

  static async open(): Promise<KillBench> {
    const server = await startServer({ port: 0, modelsDir, plugins: [smallModel()], log: () => undefined });
    const disk = SmallDisk.mount(DISK_MEGABYTES);
    const profile = disk ? join(disk.path, 'profile') : await mkdtemp(join(tmpdir(), 'earshot-kills-'));
    const bench = new KillBench(server.url, profile, disk, () => server.close());
    try {
      await bench.#prepare();
      return bench;
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#closeBrowser();
    for (const close of this.#closers) await close().catch(console.error);
    await this.stop();
    if (this.disk) return this.disk.unmount();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  async #prepare(): Promise<void> {
    const page = await this.page();
    if (!(await page.evaluate(() => navigator.storage.persist())))
      throw new Error('The browser does not keep its storage.');
    await page.evaluate((id) => inPage.changeSettings({ preferred_models: { 'stt-1': id } }), MINIATURE);
    const client = await this.client();
    const { audio_url } = await client.upload(warmUpClip);
    const { id, result_url } = await client.createJob({ audio_url });
    await this.until(
      'the first transcript',
      async () => (await client.readJob(result_url)).status === 'done',
    );
    // Each import keeps what was there before as a version.
    for (const text of ['One.', 'Two.', 'Hello my name is John Smith.']) await this.importText(id, text);
    this.model = id;
    this.#longModel = await this.copyJob({ filename: 'long.wav', ownAudio: true, edited: true });
    await this.importText(this.#longModel, LONG_TEXT);
  }

  /** The open page of the app, opened if it is gone. */
  async page(): Promise<Page> {
    const page = this.#page ?? this.#browser().then((context) => this.#open(context));
    this.#page = page;
    page.catch(() => {
      if (this.#page === page) this.#page = null;
    });
    return page;
  }

  /** Another tab of the same browser. */
  async anotherPage(): Promise<Page> {
    return this.#open(await this.#browser());
  }

  async client(): Promise<PageClient> {
    return new PageClient(await this.page(), this.#key);
  }

  /** Loads a view of the app anew. */
  async show(hash = ''): Promise<Page> {
    const page = await this.page();
    await page.goto('about:blank');
    return this.#load(page, hash);
  }

  /** Loads the app anew, with one of its dialogs. */
  async showDialog(name: 'Settings' | 'Models'): Promise<Page> {
    const page = await this.show();
    await page.getByRole('button', { name, exact: true }).click();
    return page;
  }

  async #open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return this.#load(page, '');
  }

  async #load(page: Page, hash: string): Promise<Page> {
    await page.goto(`${this.url}${hash}`);
    return this.#ready(page);
  }

  async #ready(page: Page): Promise<Page> {
    await page.waitForFunction(() => 'earshot' in globalThis);
    // Nothing else limits what a page's script waits for.
    await page.waitForFunction(() => globalThis.earshot.ready().then(() => true));
    this.#key = await page.evaluate(() => globalThis.earshot.key());
    return page;
  }

  #browser(): Promise<BrowserContext> {
    this.#context ??= this.#launch();
    return this.#context;
  }

  async #launch(): Promise<BrowserContext> {
    this.#keepStorage();
    const context = await chromium.launchPersistentContext(this.profile, {
      executablePath: findBrowser('chromium'),
      args: MICROPHONE,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await context.addInitScript({ content: IN_PAGE });
    return context;
  }

  /**
   * As a browser keeps it for an installed app, or one that is much used. Otherwise Chromium deletes all data of the origin, caches too, within
   * seconds of a write that finds the disk full (docs/reliability.md): nothing of the app could be measured. Only the whole browser has
   * the setting.
   */
  #keepStorage(): void {
    const path = join(this.profile, 'Default/Preferences');
    if (existsSync(path)) return;
    mkdirSync(dirname(path), { recursive: true });
    const durable_storage = { [`${new URL(this.url).origin},*`]: { setting: 1 } };
    writeFileSync(
      path,
      JSON.stringify({ profile: { content_settings: { exceptions: { durable_storage } } } }),
    );
  }

  async #closeBrowser(): Promise<void> {
    const context = await this.#context?.catch(() => null);
    await context?.close().catch(() => undefined);
    this.#context = null;
    this.#page = null;
    this.#lives += 1;
  }

  /** Something happens to the page, which goes on. False if what was to be ended was not there. */
  async disturb(disturbance: Disturbance, random: Random): Promise<boolean> {
    const [context, page] = [await this.#browser(), await this.page()];
    return disturb(disturbance, { context, page, profile: this.profile }, random);
  }

  /** Looks on through a page that is not the app's, unless the app is open. */
  async whileClosed(look: (passive: Page) => Promise<void>): Promise<void> {
    if (this.#page) return;
    const passive = await (await this.#browser()).newPage();
    await passive.goto(`${this.url}license.txt`);
    await look(passive);
    await passive.close();
  }

  /** The page ends. */
  async end(ending: Ending): Promise<void> {
    const [context, page] = [await this.#browser(), await this.page()];
    // A full disk belongs to what was begun.
    this.disk?.free();
    const left = await end(ending, { context, page, profile: this.profile });
    if (left === 'nothing') this.#context = null;
    this.#page = null;
    this.#lives += 1;
  }

  /**
   * Closes the browser as a person would, where a round left it in a state that nobody expected, and opens it again. False if
   * what all rounds need was gone, and was made anew.
   */
  async startOver(): Promise<boolean> {
    this.disk?.free();
    await this.#closeBrowser();
    if ((await this.jobs()).some(({ id }) => id === this.model)) return true;
    await this.#prepare();
    return false;
  }

  /** Of pages of a browser that may itself not answer. */
  async whatWaits(): Promise<string> {
    const context = await Promise.race([this.#context, sleep(LAUNCH_LIMIT_MS, null, { ref: false })]);
    return context ? whatWaits(context) : 'no browser is open';
  }

  census = async (): Promise<Census> => (await this.page()).evaluate(() => inPage.census());

  /** Deletes what a round left, which the rounds behind it would find: uploads, which the app deletes after a week, and the rest. */
  async removeLeft(before: Census): Promise<void> {
    const after = await this.census();
    const news = (store: string) => {
      const known = new Set(before[store]);
      return (after[store] ?? []).filter((key) => !known.has(key)).map((key): string => JSON.parse(key));
    };
    await this.deleteJobs(news('jobs'));
    const rows = { audio: ['audio', 'audio-pieces', 'peaks'], arrivals: ['arrivals', 'arrival-pieces'] };
    for (const [named, stores] of Object.entries(rows)) {
      await (await this.page()).evaluate(
        async ([names, ids]) => {
          for (const store of names) await inPage.deleteRows(store, ids);
        },
        [stores, news(named)] as const,
      );
    }
  }

  /** @param text which it has if it was corrected */
  copyJob = async (options: CopyOptions, text: 'short' | 'long' = 'short'): Promise<string> =>
    (await this.page()).evaluate(([from, given]) => inPage.copyJob(from, given), [
      text === 'long' ? this.#longModel : this.model,
      options,
    ] as const);

  contents = async (id: string) => (await this.page()).evaluate((job) => inPage.contents(job), id);

  jobs = async (): Promise<Awaited<ReturnType<InPage['jobs']>>> =>
    (await this.page()).evaluate(() => inPage.jobs());

  /** Deletes jobs through the API, as far as they are there. */
  async deleteJobs(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.deleteJob(`${this.url}v2/pre-recorded/${id}`);
  }

  async deleteJob(address: string): Promise<void> {
    const client = await this.client();
    await client.deleteJob(address).catch((error: unknown) => {
      if (!(error instanceof ServiceRefusal && error.status === 404)) throw error;
    });
  }

  /** Imports a plain text beside a finished job; the answer's status. */
  async importText(jobId: string, text: string): Promise<number> {
    const page = await this.page();
    return page.evaluate(
      async ({ address, key, body }) => {
        const headers = { 'x-service-key': key, 'content-type': 'text/plain' };
        return (await fetch(address, { method: 'POST', headers, body })).status;
      },
      { address: `/v2/pre-recorded/${jobId}/transcript?name=given.txt`, key: this.#key, body: text },
    );
  }

  /** A corrected transcript as text; null if there is no such job. */
  async text(jobId: string): Promise<string | null> {
    const page = await this.page();
    return page.evaluate(
      async ({ address, key }) => {
        const response = await fetch(address, { headers: { 'x-service-key': key } });
        if (response.status === 404) return null;
        const text = await response.text();
        return response.ok ? text : `${response.status} ${text}`;
      },
      { address: `/v2/pre-recorded/${jobId}/transcript?format=txt`, key: this.#key },
    );
  }

  /** Creates a job that runs where `run_in` says; the address of its result. */
  async createIn(place: 'local' | 'pool', audioUrl: string): Promise<string> {
    return createJob(
      { name: '', page: await this.page(), client: await this.client(), key: this.#key },
      audioUrl,
      place,
    );
  }

  async joinPool(entry: PoolEntry): Promise<void> {
    await (await this.page()).evaluate((given) => globalThis.earshot.setPool(given), entry);
  }

  async leavePool(): Promise<void> {
    await (await this.page()).evaluate(() => globalThis.earshot.setPool(null));
  }

  /** What many rounds share: made when the first one asks, and closed with the bench. */
  once<Value>(
    name: string,
    make: () => Promise<Value>,
    close?: (value: Value) => Promise<void>,
  ): Promise<Value> {
    const made = (this.#shared.get(name) as Promise<Value> | undefined) ?? make();
    if (!this.#shared.has(name) && close) this.#closers.push(async () => close(await made));
    this.#shared.set(name, made);
    return made;
  }

  /** Waits until something is true. Throws an Error that names it otherwise, or if the page ends meanwhile. */
  async until(what: string, isTrue: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
    const until = performance.now() + patienceMs;
    const life = this.#lives;
    while (!(await isTrue())) {
      if (life !== this.#lives) throw new Error(`The page ended before there was ${what}.`);
      if (performance.now() > until) throw new Error(`In ${patienceMs / 1000} s there was not ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
