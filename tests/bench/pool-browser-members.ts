import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { startServer } from '../../src/cli/server/serve.ts';
import { PageClient } from '../../src/cli/through-page/page-client.ts';
import { accessTo, PHRASE } from '../pool/members.ts';
import { type Broker, freePort } from '../pool/nats-server.ts';
import { modelsDir } from './bench-setup.ts';
import { processTree } from './browser-processes.ts';

/** A tab of a browser profile of its own. */
export interface Tab {
  name: string;
  page: Page;
  client: PageClient;
  key: string;
}

/** One browser whose profiles know nothing of each other, as on several laptops. */
export class Laptops {
  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly stop: () => Promise<void>,
  ) {}

  static async open(): Promise<Laptops> {
    const server = await startServer({ port: 0, modelsDir, log: () => undefined });
    const browser = await chromium.launch({ executablePath: await ensureBrowser('chromium') });
    return new Laptops(browser, server.url, () => server.close());
  }

  async openTab(name: string): Promise<Tab> {
    const page = await (await this.browser.newContext()).newPage();
    await page.goto(this.url);
    await page.waitForFunction(() => 'earshot' in globalThis);
    const key = await page.evaluate(async () => {
      await globalThis.earshot.ready();
      return globalThis.earshot.key();
    });
    return { name, page, client: new PageClient(page, key), key };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.stop();
  }
}

/** Resolves once the tab is in the pool. */
export async function joinPool({ page, name }: Tab, broker: Broker): Promise<void> {
  const entry = { ...accessTo(broker), name, serves: true };
  await page.evaluate(async (given) => {
    const isIn = new Promise<void>((resolve) => {
      new BroadcastChannel('earshot').onmessage = ({ data }) => {
        if (data.type === 'pool-seen' && data.view.connected) resolve();
      };
    });
    await globalThis.earshot.setPool(given);
    await isIn;
  }, entry);
}

/** Creates a job that runs where `run_in` says; the address of its result. */
export async function createJob(
  { page, key }: Tab,
  audioUrl: string,
  runIn: 'local' | 'pool',
): Promise<string> {
  const answer = await page.evaluate(
    async ({ headers, body }) => {
      const response = await fetch('/v2/pre-recorded', { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    },
    {
      headers: { 'x-service-key': key, 'content-type': 'application/json', 'x-earshot-run-in': runIn },
      body: JSON.stringify({ audio_url: audioUrl }),
    },
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.body.result_url;
}

/** `npm run worker` with its browser. */
export class Worker {
  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param nice how much it yields to others: members are unequal */
  static async start(broker: Broker, name: string, nice: number): Promise<Worker> {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-worker-'));
    const phrase = join(folder, 'phrase.txt');
    writeFileSync(phrase, PHRASE);
    const options = {
      '--pool': broker.url,
      '--phrase-file': phrase,
      '--name': name,
      '--models': modelsDir,
      '--port': String(await freePort()),
      '--profile': join(folder, 'profile'),
    };
    const script = join(PROJECT_ROOT, 'src/cli/worker.ts');
    const given = [process.execPath, '--import', 'tsx', script, ...Object.entries(options).flat()];
    const child = spawn('nice', ['-n', String(nice), ...given], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
    });
    child.once('exit', (code) => {
      if (code) console.log(`  ${name} ended with ${code}: ${said}`);
    });
    return new Worker(name, child, folder);
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of processTree(this.child.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  /** As a machine that loses power: nothing of it says a word. */
  kill = (): void => this.#signal('SIGKILL');

  /** As a laptop that is closed. */
  freeze = (): void => this.#signal('SIGSTOP');

  wake = (): void => this.#signal('SIGCONT');

  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.wake();
      this.kill();
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
