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
import { median } from '../accuracy/word-time-error.ts';
import { repeatWav } from '../e2e/repeat-wav.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, MINIATURE, modelsDir, preferModel, warmUpClip, workPath } from './bench-setup.ts';
import { kill, REALMS, type Realm } from './kill-actions.ts';
import { countRows } from './stored-rows.ts';

/** About 40 seconds, heard in two lanes: a thousand rounds must end some day. */
const TIMES = 6;
const PARAMS = { diarization: true, sentences: true, subtitles: true };
const PATIENCE_MS = 240_000;

interface Round {
  realm: Realm;
  /** Seconds after the job was created. */
  at: number;
  outcome: 'same' | 'changed' | 'lost' | 'failed';
  detail: string;
  /** Jobs in the list beside the one that was created. */
  doubled: number;
  /** Windows that were stored when the tab was gone, and recognised again all the same. */
  redone: number;
  /** Rows left after the job was deleted. */
  orphans: number;
  /** From the kill to the end of the job. */
  seconds: number;
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
      const realm = REALMS[rounds.length % REALMS.length] ?? 'tab closed';
      const round = await bench.round(realm, random() * undisturbed.seconds, undisturbed.job);
      if (!round) continue;
      rounds.push(round);
      writeFileSync(path, JSON.stringify(rounds, null, 1));
      const { outcome, doubled, redone, orphans, seconds, detail } = round;
      console.log(
        `  ${rounds.length}/${wanted} ${realm} at ${round.at.toFixed(1)} s: ${outcome}, ${doubled} doubled, ${redone} redone, ${orphans} orphans, ${seconds.toFixed(1)} s ${detail}`,
      );
    }
  } finally {
    await bench.close();
  }
  if (rounds.length < wanted) console.log(`  ${rounds.length} of ${wanted}: go on with --resume.`);
  return figuresOf(rounds);
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'kills',
    name,
    value,
    unit: '',
    ...rest,
  });
  const count = (is: (round: Round) => boolean) => rounds.filter(is).length;
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return [
    figure('kills', rounds.length),
    ...REALMS.map((realm) =>
      figure(
        `of them: ${realm}`,
        count((round) => round.realm === realm),
      ),
    ),
    figure(
      'jobs lost',
      count(({ outcome }) => outcome === 'lost'),
      { atMost: 0 },
    ),
    figure(
      'jobs failed',
      count(({ outcome }) => outcome === 'failed'),
      { atMost: 0 },
    ),
    figure(
      'jobs with another result',
      count(({ outcome }) => outcome === 'changed'),
      { atMost: 0 },
    ),
    figure(
      'jobs doubled',
      sum(({ doubled }) => doubled),
      { atMost: 0 },
    ),
    figure('stored windows recognised again, most', Math.max(0, ...rounds.map(({ redone }) => redone)), {
      atMost: 0,
    }),
    figure(
      'rows left when the job is deleted',
      sum(({ orphans }) => orphans),
      { atMost: 0 },
    ),
    figure('from the kill to the end of the job', median(rounds.map(({ seconds }) => seconds)), {
      unit: 's',
    }),
  ];
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

  /** Null if there was nothing to kill at that moment. */
  async round(realm: Realm, at: number, undisturbed: PreRecordedJob): Promise<Round | null> {
    const { client, page, context } = await this.#app();
    const address = await this.#create(client);
    await sleep(at * 1000);
    const left = await kill(realm, { context, page, profile: this.profile });
    const killedAt = performance.now();
    if (left === 'nothing') {
      await context.close().catch(() => undefined);
      this.#context = null;
    }
    if (left === 'browser' || left === 'nothing') this.#page = null;
    const stored = this.#page ? null : await this.#checkpoints();
    const job = await this.#finished(address).catch((error: unknown) => String(error));
    const seconds = (performance.now() - killedAt) / 1000;
    const { client: alive, page: now } = await this.#app();
    const rows = await countRows(now);
    await alive.deleteJob(address).catch(() => undefined);
    const orphans = Object.values(await countRows(now)).reduce((sum, count) => sum + count, 0);
    if (left === null) return null;
    const resumed = typeof job === 'string' ? 0 : Number(job.post_session_metadata.resumed_windows ?? 0);
    return {
      realm,
      at,
      ...outcomeOf(job, undisturbed),
      doubled: Math.max(0, (rows.jobs ?? 0) - 1),
      redone: stored === null ? 0 : Math.max(0, stored - resumed),
      orphans,
      seconds,
    };
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
    : { outcome: 'changed', detail: heard(job).slice(0, 200) };
}
