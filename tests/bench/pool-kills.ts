import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { results, type WaitingMember, waitingJob } from '../pool/members.ts';
import type { Broker } from '../pool/nats-server.ts';
import { MEMBER_SOURCE, MemberProcess } from '../pool/spawn-member.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, workPath } from './bench-setup.ts';

const CROWD = 4;
/** Processes that start meanwhile, so that the crowd is not alone with that most of the time. */
const SPARES = 2;
const JOBS_PER_KILL = 3;

/** What became of all jobs so far; earlier runs included with `--resume`. */
interface Tally {
  kills: number;
  /** Kills that ended a member in the middle of a job. */
  inWork: number;
  jobs: number;
  lost: number;
  /** Jobs with more than one result that counted. */
  double: number;
  /** Jobs that went on behind another member's windows. */
  resumed: number;
  /** Messages, pieces and windows that stayed in the broker. */
  left: number;
}

const NOTHING: Tally = { kills: 0, inWork: 0, jobs: 0, lost: 0, double: 0, resumed: 0, left: 0 };

/**
 * Kills processes without a word at random moments, and starts others in their places, until there are `rounds` kills or
 * the time is over; then waits for all jobs. What was counted is kept: `--resume` adds to it.
 */
export async function poolKills(
  broker: Broker,
  origin: WaitingMember,
  { rounds, resume, minutes }: Pick<BenchOptions, 'rounds' | 'resume' | 'minutes'>,
): Promise<Figure[]> {
  const path = workPath('pool-kills.json');
  const before: Tally = resume && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : NOTHING;
  const crowd = await Crowd.gather(broker);
  const random = seededRandom(before.kills + 1);
  const until = performance.now() + minutes * 60_000;
  const offered: string[] = [];
  let [kills, inWork] = [0, 0];
  while (before.kills + kills < rounds && performance.now() < until) {
    for (let index = 0; index < JOBS_PER_KILL; index++) {
      const job = waitingJob(
        Array.from({ length: 1 + Math.floor(random() * 4) }, () => 200 + random() * 800),
      );
      await origin.pool.offer(job);
      offered.push(job.id);
    }
    await sleep(random() * 800);
    if (await crowd.replaceOne(random())) inWork += 1;
    kills += 1;
    if (kills % 20 === 0) console.log(`  ${before.kills + kills} kills`);
  }
  const ended = await results(origin.pool, offered, 600_000).catch(() => []);
  const states = offered.map((id) => origin.pool.jobs.rows.get(id)?.row.state);
  await crowd.end();
  for (const id of offered) await origin.pool.remove(id);
  const { messages, pieces, windows } = await origin.pool.countStored();
  const tally: Tally = {
    kills: before.kills + kills,
    inWork: before.inWork + inWork,
    jobs: before.jobs + offered.length,
    lost: before.lost + states.filter((state) => state !== 'done').length,
    double: before.double + crowd.countDouble(),
    resumed: before.resumed + ended.filter((result) => result.resumed > 0).length,
    left: before.left + messages + pieces + windows,
  };
  writeFileSync(path, JSON.stringify(tally));
  if (tally.kills < rounds) console.log(`  ${tally.kills} of ${rounds}: go on with --resume.`);
  return figuresOf(tally);
}

/** One file of a member's code: hundreds of them start. */
async function bundleMember(): Promise<string> {
  const outDir = workPath('pool-member');
  await build({
    root: PROJECT_ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: MEMBER_SOURCE, outDir, emptyOutDir: true },
  });
  return join(outDir, 'member-process.js');
}

/** Members in processes of their own, with others that are ready to take their places. */
class Crowd {
  readonly #all: MemberProcess[] = [];
  readonly #places: MemberProcess[] = [];
  readonly #spares: Promise<MemberProcess>[] = [];

  private constructor(
    private readonly broker: Broker,
    private readonly code: string,
  ) {}

  static async gather(broker: Broker): Promise<Crowd> {
    const crowd = new Crowd(broker, await bundleMember());
    for (let place = 0; place < CROWD; place++) crowd.#places.push(await crowd.#start());
    for (let spare = 0; spare < SPARES; spare++) crowd.#spares.push(crowd.#start());
    return crowd;
  }

  async #start(): Promise<MemberProcess> {
    const member = await MemberProcess.start(this.broker, 'team', 1, [this.code]);
    this.#all.push(member);
    return member;
  }

  /**
   * Kills a member, one at work if there is any, and puts another one in its place; whether it was at work.
   *
   * @param lot which one, 0 to 1
   */
  async replaceOne(lot: number): Promise<boolean> {
    const atWork = this.#places.filter(({ said }) => said.at(-1)?.window !== undefined);
    const among = atWork.length > 0 ? atWork : this.#places;
    const doomed = among[Math.floor(lot * among.length)];
    await doomed?.kill();
    this.#spares.push(this.#start());
    const next = await this.#spares.shift();
    if (doomed && next) this.#places[this.#places.indexOf(doomed)] = next;
    return atWork.length > 0;
  }

  async end(): Promise<void> {
    await Promise.all(this.#spares);
    await Promise.all(this.#all.map((member) => member.kill()));
  }

  /** Jobs of which more than one result counted, in the eyes of those that ended them. */
  countDouble(): number {
    const counted = new Map<string, number>();
    for (const { ending, job } of this.#all.flatMap(({ said }) => said)) {
      if (ending === 'counted' && job) counted.set(job, (counted.get(job) ?? 0) + 1);
    }
    return [...counted.values()].filter((times) => times > 1).length;
  }
}

function figuresOf(tally: Tally): Figure[] {
  const name = `after ${tally.kills} random kills`;
  const figure = (text: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'pool',
    name: text,
    value,
    unit: '',
    ...rest,
  });
  return [
    figure(`jobs, ${name}`, tally.jobs),
    figure('kills in the middle of a job', tally.inWork),
    figure(`jobs lost ${name}`, tally.lost, { atMost: 0 }),
    figure(`results that counted twice ${name}`, tally.double, { atMost: 0 }),
    figure('jobs that went on behind another’s windows', tally.resumed),
    figure(`messages, pieces and windows left ${name}`, tally.left, { atMost: 0 }),
  ];
}
