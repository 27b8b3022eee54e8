import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../../../../src/cli/server/serve.ts';
import { seededRandom } from '../../../../src/lib/seeded-random.ts';
import type { Figure } from '../../../runner/figure.ts';
import { type BenchOptions, modelsDir, workPath } from '../../bench-setup.ts';
import { between, type Random } from '../dice.ts';
import { type Doing, doEverything, finishJob } from './activities.ts';
import { everythingFigures } from './everything-figures.ts';
import { forget, judge, type Verdict } from './judge.ts';
import { KeptBrowser } from './kept-browser.ts';
import { Ledger } from './ledger.ts';
import { type StorageState, storageState } from './storage-state.ts';

const [EARLIEST_MS, LATEST_MS] = [8_000, 40_000];
/** Rounds whose storage is kept although nothing was lost. */
const KEPT_ROUNDS = 3;

export interface EverythingRound extends Verdict {
  /** Milliseconds after everything was begun. */
  killedAfter: number;
  /** What the killed browser left. */
  left: StorageState;
  load: number;
  /** Why it was not judged. */
  fault: string;
}

/**
 * Everything at once in one browser, which is killed at a random moment and started again with the same profile. What the browser had
 * stored is kept before each start, for as many rounds as are needed to find out why something was lost.
 */
export async function everythingAtOnce(options: BenchOptions): Promise<Figure[]> {
  const { rounds: wanted, minutes, seed } = options;
  const keep = options.keep || workPath('kills-everything');
  mkdirSync(keep, { recursive: true });
  const server = await startServer({ port: 0, modelsDir, log: () => undefined });
  const profile = await mkdtemp(join(tmpdir(), 'earshot-everything-'));
  const bench = new Everything(new KeptBrowser(options.browser, server.url, profile), keep, options);
  const rounds: EverythingRound[] = [];
  const until = performance.now() + minutes * 60_000;
  try {
    for (let number = 0; number < wanted && performance.now() < until; number++) {
      const round = await bench.play(number, seededRandom(seed + number));
      if (!round) continue;
      rounds.push(round);
      writeFileSync(join(keep, 'rounds.json'), JSON.stringify({ options, rounds }, null, 1));
      console.log(`  ${rounds.length}/${wanted} ${describe(round)}`);
    }
  } finally {
    await bench.browser.kill(true);
    await server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return everythingFigures(rounds);
}

class Everything {
  #ledger = new Ledger();
  #killedAt = 0;
  #left: StorageState | null = null;
  #killedAfter = 0;
  /** What rounds before and after a loss left. */
  readonly #findings = new Set<number>();

  constructor(
    readonly browser: KeptBrowser,
    private readonly keep: string,
    private readonly options: BenchOptions,
  ) {}

  /** Starts the browser, judges what the round before left, and begins and ends another. Null for the first. */
  async play(number: number, random: Random): Promise<EverythingRound | null> {
    const round = this.#left && {
      killedAfter: this.#killedAfter,
      left: this.#left,
      load: loadavg()[0] ?? 0,
      lost: [],
      seconds: {},
      fault: '',
    };
    try {
      await this.browser.start(join(this.keep, `${number}.log`));
      const [editor, program] = [await this.browser.open(), await this.browser.open()];
      const doing = { browser: this.browser, ledger: this.#ledger, random, editor, program };
      if (round) {
        const verdict = await judge(doing, this.#killedAt);
        Object.assign(round, verdict);
        forget(this.#ledger, verdict);
      }
      // The transcript that was corrected in it is another one.
      await editor.close();
      await this.#begin({ ...doing, editor: await this.browser.open() });
    } catch (error) {
      if (!round) throw error;
      round.fault = String(error).split('\n')[0] ?? '';
      this.#ledger = new Ledger();
    }
    await this.#end(number);
    // This start found what the kill before left.
    if (round && round.lost.length > 0) for (const one of [number - 1, number]) this.#findings.add(one);
    this.#removeKept(number - KEPT_ROUNDS);
    return round;
  }

  async #begin(doing: Doing): Promise<void> {
    const { ledger, editor, random } = doing;
    ledger.importJob ||= await finishJob(doing);
    ledger.typingJob = ledger.finished().at(-1)?.[0] ?? (await finishJob(doing));
    await editor.evaluate((job) => everything.correct(job), ledger.typingJob);
    const failures: string[] = [];
    const killedAfter = between(EARLIEST_MS, LATEST_MS, random);
    let isOver = false;
    for (const activity of doEverything(doing))
      activity.catch((error: unknown) => {
        if (!isOver) failures.push(String(error).split('\n')[0] ?? '');
      });
    await sleep(killedAfter);
    isOver = true;
    this.#killedAfter = killedAfter;
    for (const failure of failures) console.log(`  ${failure}`);
  }

  async #end(number: number): Promise<void> {
    this.#killedAt = performance.now();
    await this.browser.kill(this.options.waits);
    this.#left = storageState(this.browser.databases);
    await this.browser.keepStorage(join(this.keep, String(number)));
    if (this.options.deletesDatabase) this.browser.deleteDatabases();
  }

  #removeKept(number: number): void {
    if (this.#findings.has(number)) return;
    rmSync(join(this.keep, String(number)), { recursive: true, force: true });
    rmSync(join(this.keep, `${number}.log`), { force: true });
  }
}

function describe({ lost, seconds, left, killedAfter, load, fault }: EverythingRound): string {
  const losses = lost.map(({ kind, what }) => `LOST ${kind}: ${what}`);
  const missing = Object.entries(seconds).map(([kind, value]) => `${kind} ${value.toFixed(1)} s`);
  const outcome = [...losses, ...(fault ? [`NOT JUDGED ${fault}`] : [])].join('; ') || 'nothing lost';
  const files = `log ${left.log}, MANIFEST ${left.manifest}, transactions ${left.openTransactions}`;
  return `killed after ${(killedAfter / 1000).toFixed(1)} s, load ${load.toFixed(0)}, ${files}: ${outcome} (${missing.join(', ')})`;
}
