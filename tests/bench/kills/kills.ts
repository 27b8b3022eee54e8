import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import type { Figure } from '../../runner/figure.ts';
import { type BenchOptions, workPath } from '../bench-setup.ts';
import type { Action, Attempt } from './action.ts';
import { ACTIONS } from './all-actions.ts';
import { oneOf, type Random } from './dice.ts';
import { DISTURBANCES, type Disturbance, ENDINGS, WORKERS } from './endings.ts';
import { everythingAtOnce } from './everything/everything.ts';
import { figuresOf, type Round } from './figures.ts';
import type { Census } from './in-page.ts';
import { KillBench } from './kill-bench.ts';

/** The most endings of one attempt: fewer than those after which a job is given up. */
const MOST_ENDINGS = 3;
/**
 * Longer than each limit of the app, which then says what it waited for: five minutes, after which a worker that stood still while it
 * loaded is replaced, or two minutes for a write, which is tried twice.
 */
const PATIENCE_MS = 420_000;
const SWEPT_WITHIN_MS = 3_000;
/** How many rounds an action has for each of one that takes long. */
const COMMON = 3;
/** How often something happens to the page before it ends. */
const DISTURBED = 0.4;
/** What the app makes of other rows, keeps as a log, or goes on counting. */
const BY_THE_WAY = new Set([
  'egress',
  'request-logs',
  'library-facts',
  'library-texts',
  'settings',
  'deliveries',
  'audio',
]);

/** Rounds so far, and where their dice began. */
interface Kept {
  seed: number;
  rounds: Round[];
}

/**
 * Begins something that people do, ends its page at a random moment, opens the app again and compares. The dice of a round depend on
 * its number and the seed alone, and both are printed: `--only ACTION --seed N --rounds 1` throws them again. Rounds are kept:
 * `--resume` goes on where an earlier run stopped, which is after `--minutes`.
 */
export async function kills(options: BenchOptions): Promise<Figure[]> {
  if (options.everything) return everythingAtOnce(options);
  const { rounds: wanted, minutes, resume, only, seed } = options;
  const path = workPath('kills.json');
  const kept: Kept =
    resume && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { seed, rounds: [] };
  const actions = chosenActions(only);
  console.log(`  seed ${kept.seed}: ${[...new Set(actions.map(([name]) => name))].join(', ')}`);
  const until = performance.now() + minutes * 60_000;
  const killBench = await KillBench.open();
  try {
    while (kept.rounds.length < wanted && performance.now() < until) {
      const number = kept.seed + kept.rounds.length;
      const random = seededRandom(number);
      const [name, action] = oneOf(actions, random);
      const round = await playRound(killBench, name, action, random, number);
      kept.rounds.push(round);
      writeFileSync(path, JSON.stringify(kept, null, 1));
      console.log(`  ${kept.rounds.length}/${wanted} ${describe(round)}`);
    }
  } finally {
    await killBench.close();
  }
  if (kept.rounds.length < wanted) console.log(`  ${kept.rounds.length} of ${wanted}: go on with --resume.`);
  return figuresOf(kept.rounds, Object.keys(ACTIONS));
}

function chosenActions(only: string): [string, Action][] {
  const names = only === '' ? Object.keys(ACTIONS) : only.split(',');
  return names.flatMap((name): [string, Action][] => {
    const action = ACTIONS[name];
    if (!action) throw new Error(`There is no action ${name}. There are ${Object.keys(ACTIONS).join(', ')}.`);
    const chances = action.rare ? 1 : COMMON;
    return action.isPossible?.() === false ? [] : Array<[string, Action]>(chances).fill([name, action]);
  });
}

/** One round, with a limit: what waits for ever is a finding as well. */
async function playRound(
  killBench: KillBench,
  action: string,
  how: Action,
  random: Random,
  seed: number,
): Promise<Round> {
  const startedAt = performance.now();
  const round: Round = {
    action,
    seed,
    ends: [],
    lost: [],
    doubled: [],
    half: [],
    left: [],
    phase: 'beginning',
    fault: '',
    seconds: 0,
  };
  let before: Census | null = null;
  const limit = new AbortController();
  try {
    before = await killBench.census();
    await Promise.race([
      playAttempt(killBench, how, random, round, before),
      sleep(PATIENCE_MS, undefined, { ref: false, signal: limit.signal }).then(async () => {
        throw new Error(`There was no end in ${PATIENCE_MS / 1000} s: ${await killBench.whatWaits()}`);
      }),
    ]);
  } catch (error) {
    round.fault = `${round.phase}: ${String(error).split('\n')[0]}`;
    // What is still waiting rejects.
    if (!(await killBench.startOver())) round.lost.push('everything that was stored');
    // The rounds behind it would find it: an offer that nobody answered becomes their job.
    else if (before) await killBench.removeLeft(before);
  }
  limit.abort();
  round.seconds = (performance.now() - startedAt) / 1000;
  return round;
}

/** One attempt with all its endings, and what came of it. */
async function playAttempt(
  killBench: KillBench,
  { lasts, goesOn = false, start }: Action,
  random: Random,
  round: Round,
  before: Census,
): Promise<void> {
  round.phase = 'beginning';
  const attempt = await start(killBench, random);
  const endings = goesOn ? 1 + Math.floor(random() * MOST_ENDINGS) : 1;
  let ended = { at: 0, finished: false };
  for (let index = 0; index < endings && !ended.finished; index++) {
    round.phase = 'ending';
    ended = await playEnding(killBench, attempt, { lasts, goesOn }, random, round);
  }
  round.phase = 'judging';
  const { lost, doubled, half } = await attempt.judge(ended);
  Object.assign(round, { lost, doubled, half });
  round.phase = 'clearing';
  await attempt.clear();
  // The next host deletes what a stopped writer left.
  await killBench
    .until(
      'nothing left',
      async () => newRows(before, await killBench.census()).length === 0,
      SWEPT_WITHIN_MS,
    )
    .catch(() => undefined);
  round.left = newRows(before, await killBench.census());
  await killBench.removeLeft(before);
}

async function playEnding(
  killBench: KillBench,
  attempt: Attempt,
  { lasts, goesOn }: Pick<Action, 'lasts' | 'goesOn'>,
  random: Random,
  round: Round,
): Promise<{ at: number; finished: boolean }> {
  let finished = false;
  let failed: unknown = null;
  const acting = attempt.act().then(
    () => {
      finished = true;
    },
    (error: unknown) => {
      failed = error;
    },
  );
  const moment = random() * lasts;
  const ending = oneOf(ENDINGS, random);
  if (random() < DISTURBED) {
    const disturbances: readonly Disturbance[] = goesOn ? [...DISTURBANCES, ...WORKERS] : DISTURBANCES;
    const disturbance = oneOf(disturbances, random);
    const before = random() * moment;
    await Promise.race([sleep(before), acting]);
    const happened = !finished && (await killBench.disturb(disturbance, random));
    if (happened) round.ends.push(`${disturbance} at ${(before / 1000).toFixed(1)} s`);
    await Promise.race([sleep(moment - before), acting]);
  } else {
    await Promise.race([sleep(moment), acting]);
  }
  if (failed !== null) round.ends.push(`it failed: ${String(failed).split('\n')[0]}`);
  const at = performance.now();
  const wasFinished = finished;
  round.ends.push(`${ending} at ${(moment / 1000).toFixed(1)} s${wasFinished ? ', when all was done' : ''}`);
  await killBench.end(ending);
  // Its page is gone, so it comes to an end; what it says of that is no finding.
  await Promise.race([acting, sleep(5_000)]);
  if (attempt.whileClosed)
    await killBench.whileClosed((passive) => attempt.whileClosed?.(passive) ?? Promise.resolve());
  return { at, finished: wasFinished };
}

/** Rows that were not there before the round, by store; uploads that came to no job are kept for a week. */
function newRows(before: Census, after: Census): string[] {
  const uploads = new Set(after.audio);
  return Object.entries(after).flatMap(([store, keys]) => {
    if (BY_THE_WAY.has(store)) return [];
    const known = new Set(before[store]);
    const isOfUpload = (key: string) =>
      store === 'audio-pieces' && uploads.has(JSON.stringify(JSON.parse(key)[0]));
    const more = keys.filter((key) => !known.has(key) && !isOfUpload(key));
    return more.length > 0 ? [`${store}: ${more.slice(0, 3).join(' ')}, ${more.length} rows`] : [];
  });
}

function describe({ action, seed, ends, lost, doubled, half, left, fault, seconds }: Round): string {
  const found = Object.entries({ lost, doubled, half, left }).flatMap(([kind, all]) =>
    all.length > 0 ? [`${kind.toUpperCase()} ${all.join('; ')}`] : [],
  );
  if (fault) found.push(`FAULT ${fault}`);
  const outcome = found.length > 0 ? found.join(' | ') : 'nothing';
  return `${action} (seed ${seed}), ${ends.join(', ')}: ${outcome} (${seconds.toFixed(1)} s)`;
}
