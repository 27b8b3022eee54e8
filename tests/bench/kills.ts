import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { ensureBrowser } from '../../src/cli/ensure-browser.ts';
import { PageClient } from '../../src/cli/page-client.ts';
import { startServer } from '../../src/cli/serve.ts';
import type { PreRecordedJob } from '../../src/contract/pre-recorded-job.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { repeatWav } from '../e2e/repeat-wav.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, MINIATURE, modelsDir, preferModel, warmUpClip, workPath } from './bench-setup.ts';
import { kill, REALMS, type Realm } from './kill-actions.ts';
import { figuresOf, type Round } from './kill-figures.ts';
import { countRows } from './stored-rows.ts';

/** About 40 seconds, heard in two lanes: a thousand rounds must end some day. */
const TIMES = 6;
const PARAMS = { diarization: true, sentences: true, subtitles: true };
/** Longer than the five minutes after which a worker that stood still while it loaded is replaced. */
const PATIENCE_MS = 400_000;

/** The most kills that one job suffers: fewer than the attempts after which it is given up. */
const KILLS_A_JOB = 4;

/** A kill, and the windows stored when the tab was gone. */
interface Killed {
  realm: Realm;
  at: number;
  stored: number | null;
}

/**
 * Kills realms at random moments of a job, and compares what becomes of it with an undisturbed run. Rounds are kept:
 * `--resume` goes on where an earlier run stopped, which is after `--minutes`.
 */
export async function kills({ rounds: wanted, minutes, resume }: BenchOptions): Promise<Figure[]> {
  const path = workPath('kills.json');
  const rounds: Round[] = resume && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const random = seededRandom(rounds.length + 1);
  const bench = await Bench.open();
  const until = performance.now() + minutes * 60_000;
  try {
    const undisturbed = await bench.undisturbed();
    while (rounds.length < wanted && performance.now() < until) {
      const next = (offset: number) => REALMS[(rounds.length + offset) % REALMS.length] ?? 'tab closed';
      const more = await bench.kill(next, () => random() * undisturbed.seconds, undisturbed.job);
      rounds.push(...more);
      writeFileSync(path, JSON.stringify(rounds, null, 1));
      const [last] = more.slice(-1);
      if (!last) continue;
      const { outcome, doubled, redone, orphans, seconds, detail } = last;
      const killed = more.map(({ realm, at }) => `${realm} at ${at.toFixed(1)} s`).join(', ');
      console.log(
        `  ${rounds.length}/${wanted} ${killed}: ${outcome}, ${doubled} doubled, ${redone} redone, ${orphans} orphans, ${seconds?.toFixed(1)} s ${detail}`,
      );
    }
  } finally {
    await bench.close();
  }
  if (rounds.length < wanted) console.log(`  ${rounds.length} of ${wanted}: go on with --resume.`);
  return figuresOf(rounds);
}

/** A browser whose profile outlives its kills. */
class Bench {
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #client: PageClient | null = null;

  private constructor(
    readonly url: string,
    readonly profile: string,
    readonly recording: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async open(): Promise<Bench> {
    const server = await startServer({ port: 0, modelsDir, log: () => undefined });
    const profile = await mkdtemp(join(tmpdir(), 'earshot-kills-'));
    const recording = workPath('kills.wav');
    writeFileSync(recording, repeatWav(warmUpClip, TIMES));
    return new Bench(server.url, profile, recording, () => server.close());
  }

  async close(): Promise<void> {
    await this.#context?.close();
    await this.stop();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  /** The job without a kill: its result, and how long it takes once everything is loaded. */
  async undisturbed(): Promise<{ job: PreRecordedJob; seconds: number }> {
    await preferModel({ page: (await this.#app()).page }, MINIATURE);
    let last = { job: await this.#run(), seconds: 0 };
    const startedAt = performance.now();
    last = { job: await this.#run(), seconds: 0 };
    if (last.job.status !== 'done') throw new Error(JSON.stringify(last.job.post_session_metadata));
    return { ...last, seconds: (performance.now() - startedAt) / 1000 };
  }

  async #run(): Promise<PreRecordedJob> {
    const { client } = await this.#app();
    const address = await this.#create(client);
    const job = await this.#finished(address);
    await client.deleteJob(address);
    return job;
  }

  /** A job that is killed again and again, at most until it has ended; what came of it stands at each kill. */
  async kill(
    realmOf: (kill: number) => Realm,
    delay: () => number,
    undisturbed: PreRecordedJob,
  ): Promise<Round[]> {
    const address = await this.#create((await this.#app()).client);
    const kills: Killed[] = [];
    let killedAt = performance.now();
    while (kills.length < KILLS_A_JOB) {
      const at = delay();
      await sleep(at * 1000);
      if (!(await this.#isRunning(address))) break;
      const killed = await this.#killOnce(realmOf(kills.length), at);
      if (!killed) break;
      killedAt = performance.now();
      kills.push(killed);
    }
    const job = await this.#finished(address).catch((error: unknown) => String(error));
    const seconds = (performance.now() - killedAt) / 1000;
    const { client, page } = await this.#app();
    const rows = await countRows(page);
    await client.deleteJob(address).catch(() => undefined);
    const orphans = Object.values(await countRows(page)).reduce((sum, count) => sum + count, 0);
    const resumed = typeof job === 'string' ? 0 : Number(job.post_session_metadata.resumed_windows ?? 0);
    const stored = Math.max(0, ...kills.map((killed) => killed.stored ?? 0));
    return kills.map(({ realm, at }, index) => {
      const isLast = index === kills.length - 1;
      return {
        realm,
        at,
        ...outcomeOf(job, undisturbed),
        doubled: isLast ? Math.max(0, (rows.jobs ?? 0) - 1) : 0,
        redone: isLast ? Math.max(0, stored - resumed) : 0,
        orphans: isLast ? orphans : 0,
        seconds: isLast ? seconds : null,
      };
    });
  }

  async #isRunning(address: string): Promise<boolean> {
    const { status } = await (await this.#app()).client.readJob(address);
    return status !== 'done' && status !== 'error';
  }

  /** Null if there was nothing to kill at that moment. */
  async #killOnce(realm: Realm, at: number): Promise<Killed | null> {
    const { page, context } = await this.#app();
    const left = await kill(realm, { context, page, profile: this.profile });
    if (left === null) return null;
    if (left === 'nothing') {
      await context.close().catch(() => undefined);
      this.#context = null;
    }
    if (left !== 'tab') this.#page = null;
    return { realm, at, stored: this.#page ? null : await this.#checkpoints() };
  }

  /** Windows stored while no tab runs jobs: a job that ended before has none. */
  async #checkpoints(): Promise<number> {
    const context = await this.#browser();
    const passive = await context.newPage();
    await passive.goto(`${this.url}license.txt`);
    const { checkpoints = 0 } = await countRows(passive);
    await passive.close();
    return checkpoints;
  }

  async #create(client: PageClient): Promise<string> {
    const { audio_url } = await client.upload(this.recording);
    return (await client.createJob({ audio_url, ...PARAMS })).result_url;
  }

  async #finished(address: string): Promise<PreRecordedJob> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const { client } = await this.#app();
      const job = await client.readJob(address);
      if (job.status === 'done' || job.status === 'error') return job;
      if (performance.now() > until) throw new Error(`still ${job.status}`);
      await sleep(200);
    }
  }

  async #browser(): Promise<BrowserContext> {
    this.#context ??= await chromium.launchPersistentContext(this.profile, {
      executablePath: await ensureBrowser('chromium'),
    });
    return this.#context;
  }

  async #app(): Promise<{ context: BrowserContext; page: Page; client: PageClient }> {
    const context = await this.#browser();
    if (!this.#page || !this.#client) {
      const page = await context.newPage();
      await page.goto(this.url);
      await page.waitForFunction(() => 'earshot' in globalThis);
      const key = await page.evaluate(async () => {
        await globalThis.earshot.ready();
        return globalThis.earshot.key();
      });
      this.#page = page;
      this.#client = new PageClient(page, key);
    }
    return { context, page: this.#page, client: this.#client };
  }
}

function outcomeOf(
  job: PreRecordedJob | string,
  undisturbed: PreRecordedJob,
): Pick<Round, 'outcome' | 'detail'> {
  if (typeof job === 'string') return { outcome: 'lost', detail: job };
  if (job.status === 'error') {
    return { outcome: 'failed', detail: JSON.stringify(job.post_session_metadata.error) };
  }
  const heard = ({ result }: PreRecordedJob) =>
    JSON.stringify([result?.transcription?.utterances, result?.transcription?.subtitles]);
  return heard(job) === heard(undisturbed)
    ? { outcome: 'same', detail: '' }
    : { outcome: 'changed', detail: firstDifference(heard(undisturbed), heard(job)) };
}

/** What was expected, and what came instead, from where they part. */
function firstDifference(expected: string, found: string): string {
  let start = 0;
  while (start < expected.length && expected[start] === found[start]) start++;
  const around = (text: string) => text.slice(Math.max(0, start - 80), start + 120);
  return `${around(expected)} -> ${around(found)}`;
}
