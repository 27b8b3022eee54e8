import { statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type BrowserContext, chromium, type Page } from 'playwright';
import type { Plugin } from 'vite';
// Adds the page interface to the global scope's type.
import type {} from '../../client/api/page-interface.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { ensureFolder } from '../command/given-files.ts';
import { PROFILE_PORT } from '../server/ports.ts';
import { startServer } from '../server/serve.ts';
import type { Gateway } from '../server/serve-folder.ts';
import { finishedJob, type OnStep } from '../through-page/finished-job.ts';
import { PageClient } from '../through-page/page-client.ts';
import { ensureBrowser, type Machine, thisMachine } from './ensure-browser.ts';
import { launchFailure } from './launch-failure.ts';
import { newProfile, readNotes, sweepProfiles } from './temporary-profile.ts';
import { withSandbox } from './with-sandbox.ts';

export interface SessionOptions {
  /** Folder of models to serve under /models/; separate several as in PATH. */
  modelsDir?: string | undefined;
  /** Leaves out the bundled models that can be downloaded instead. */
  withoutModels?: boolean | undefined;
  /** Folder of a browser profile to keep; by default a temporary one is created and removed. */
  profile?: string | undefined;
  /** A temporary profile to go on with, in place of a new one. */
  adopted?: string | undefined;
  /** Port of the app, instead of any free one. */
  port?: number | undefined;
  /** The caller closes the session at a signal; otherwise Vite and Playwright end at once. */
  handlesSignals?: boolean | undefined;
  /** What the server does besides serving the app and its models. */
  plugins?: Plugin[] | undefined;
  gateway?: Gateway | undefined;
  /** Whether a browser may be installed with the system's package manager; asked in the terminal where the command has no such option. */
  installsBrowser?: boolean | undefined;
  /** Additional Chromium switches. */
  browserArguments?: string[] | undefined;
}

const READY_TIMEOUT_MS = 60_000;

/** The built app in a headless Chromium of its own, called through `/v2/*` as from a page's script. Runs in Node. */
export class BrowserSession {
  readonly url: string;
  readonly profile: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly client: PageClient;

  private constructor(
    opened: Pick<BrowserSession, 'url' | 'profile' | 'context' | 'page' | 'client'>,
    private readonly held: HeldResources,
  ) {
    ({
      url: this.url,
      profile: this.profile,
      context: this.context,
      page: this.page,
      client: this.client,
    } = opened);
  }

  /** Waits until the app's service worker responds. Throws an Error if there is no Chromium and none can be installed. */
  static async open(options: SessionOptions = {}): Promise<BrowserSession> {
    if (options.profile !== undefined) ensureFolder('--profile', options.profile);
    const executablePath = await ensureBrowser('chromium', machineOf(options));
    sweepProfiles();
    const held = new HeldResources();
    try {
      const begun = new Set(process.listeners('SIGTERM'));
      const server = await startServer({
        port: options.port ?? (options.profile ? PROFILE_PORT : 0),
        modelsDir: options.modelsDir,
        withoutModels: options.withoutModels,
        gateway: options.gateway,
        ...(options.plugins && { plugins: options.plugins }),
        // Standard output is reserved for results.
        log: (line) => console.error(line),
      });
      if (options.handlesSignals) {
        // Vite's would end the process before the caller has closed anything.
        for (const heard of process.listeners('SIGTERM'))
          if (!begun.has(heard)) process.off('SIGTERM', heard);
      }
      held.add(() => server.close());
      const profile = options.profile ?? options.adopted ?? newProfile();
      if (!options.profile)
        held.add(async () => {
          if (!readNotes(profile)?.isKept) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
        });
      const context = await withSandbox((chromiumSandbox) =>
        chromium.launchPersistentContext(profile, {
          executablePath,
          chromiumSandbox,
          args: options.browserArguments ?? [],
          ...(options.handlesSignals && { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }),
        }),
      ).catch((error: unknown) => {
        throw launchFailure(error, executablePath, options.profile);
      });
      held.add(() => context.close());
      await context.addInitScript(KEPT_NAMES);
      const page = context.pages()[0] ?? (await context.newPage());
      const client = await openApp(page, server.url);
      return new BrowserSession({ url: server.url, profile, context, page, client }, held);
    } catch (error) {
      const isFull = isDiskFull(options.profile ?? tmpdir());
      await held.release();
      if (isFull) throw new Error('There is no space left on the disk for the browser.', { cause: error });
      throw error;
    }
  }

  /** From a recording to its job, `done` or `error`. Throws ServiceRefusal if a request is refused. */
  async transcribe(path: string, params: Record<string, unknown>, onStep?: OnStep): Promise<PreRecordedJob> {
    return this.finished(await this.start(path, params, onStep), onStep);
  }

  /** Uploads a recording and creates its job; returns the address of its result. Throws ServiceRefusal. */
  async start(path: string, params: Record<string, unknown>, onStep?: OnStep): Promise<string> {
    onStep?.('uploading', 0);
    const { audio_url } = await this.client.upload(path);
    const { result_url } = await this.client.createJob({ ...params, audio_url });
    return result_url;
  }

  /** Polls a job until it is done or failed. */
  finished(resultUrl: string, onStep?: OnStep): Promise<PreRecordedJob> {
    return finishedJob(this.client, resultUrl, { onStep });
  }

  /** Puts a transcript of another program, a file on disk, beside a finished job. Throws ServiceRefusal. */
  importTranscript({ id }: PreRecordedJob, path: string): Promise<void> {
    return this.client.importTranscript(`/v2/pre-recorded/${id}`, path);
  }

  transcript({ id }: PreRecordedJob, query: Record<string, string>): Promise<Buffer> {
    return this.client.onTranscript(`/v2/pre-recorded/${id}`, query);
  }

  /** The key of the app's own page. */
  key(): Promise<string> {
    return this.page.evaluate(() => globalThis.earshot.key());
  }

  /** Rejects with the message if the browser ends. */
  async ended(message: string): Promise<never> {
    await this.context.waitForEvent('close', { timeout: 0 });
    throw new Error(message);
  }

  /** Closes the browser and the server; removes the temporary profile. */
  close(): Promise<void> {
    return this.held.release();
  }
}

const machineOf = ({ installsBrowser }: SessionOptions): Machine => ({
  ...thisMachine,
  mayInstall: installsBrowser ?? false,
  ...(installsBrowser !== undefined && { option: '--install-browser' }),
});

/** What to release at the end, in reverse order. */
class HeldResources {
  readonly #release: (() => Promise<unknown>)[] = [];

  add(release: () => Promise<unknown>): void {
    this.#release.push(release);
  }

  async release(): Promise<void> {
    for (const release of this.#release.splice(0).reverse()) await release();
  }
}

/** A browser that cannot store a page's database says so in many ways, none of which names the reason. */
const isDiskFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE;
};
const LEAST_FREE = 2 ** 25;

/** tsx marks named functions by calls of this one, also those that are sent to the page, where there is none. */
const KEPT_NAMES = 'globalThis.__name ??= (named) => named;';

async function openApp(page: Page, url: string): Promise<PageClient> {
  await page.goto(url);
  await page.waitForFunction(() => 'earshot' in globalThis, null, { timeout: READY_TIMEOUT_MS });
  const key = await page.evaluate(async () => {
    await globalThis.earshot.ready();
    return globalThis.earshot.key();
  });
  return new PageClient(page, key);
}
