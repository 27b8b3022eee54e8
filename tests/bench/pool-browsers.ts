import { setTimeout as sleep } from 'node:timers/promises';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { connectPool } from '../../src/pool/connect-pool.ts';
import { POOL_TIMES } from '../../src/pool/layout.ts';
import { createPool } from '../../src/pool/provision.ts';
import { accessTo, until, WaitingMember } from '../pool/members.ts';
import { Broker, hasNatsServer, nodeSocket } from '../pool/nats-server.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { createJob, joinPool, Laptops, type Tab, Worker } from './pool-browser-members.ts';
import { costOfOne, finished, recordingOf } from './pool-cost.ts';

const JOBS = 60;
/** Recordings of unequal length, in repetitions of a clip of 6.7 s: 13 s to 7 minutes. `--minutes` shortens them. */
const LENGTHS = [2, 5, 9, 14, 20, 27, 35, 44, 54, 65];
const USUAL_MINUTES = 10;
/** An hour; `--long-minutes` shortens it. */
const LONGEST = 60;
const TIMES_A_MINUTE = 9;
/** `--only`: without the 60 jobs. */
const ONLY_COST = 'cost';
/** Long enough for several windows. */
const FURTHER = 14;
const OUTAGE_MS = 60_000;
const PATIENCE_MS = 900_000;
const REMOVAL_SECONDS = 60;

const startedAt = performance.now();
const say = (text: string) =>
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}`);

/**
 * A team of three browser profiles and two workers without a window, with the real times and real recognition: 60 jobs and an
 * hour of audio, while one worker is killed, the other is frozen past its lease, and the broker is away for a minute.
 */
export async function poolBrowsers({ repeats, minutes, longMinutes, only }: BenchOptions): Promise<Figure[]> {
  if (!hasNatsServer()) return [];
  const broker = await Broker.start();
  const laptops = await Laptops.open();
  const workers: Worker[] = [];
  try {
    const access = accessTo(broker);
    const connection = await connectPool(access, nodeSocket);
    await createPool(connection, access.pool, { jobs: 1_000, bytes: 2 ** 31, keepDays: 1 });
    await connection.close();
    const origin = await laptops.openTab('Origin');
    const cost = await costOfOne(origin, broker, repeats);
    if (only === ONLY_COST) return cost;
    const observer = await WaitingMember.join(access, { name: 'Observer', times: POOL_TIMES });
    for (const name of ['Second', 'Third']) await joinPool(await laptops.openTab(name), broker);
    workers.push(await Worker.start(broker, 'Killed', 0), await Worker.start(broker, 'Frozen', 10));
    const lengths = LENGTHS.map((times) => Math.ceil((times * minutes) / USUAL_MINUTES));
    const longest = Math.ceil(Math.min(LONGEST, longMinutes) * TIMES_A_MINUTE);
    const figures = await new Scenario(broker, origin, observer, workers, lengths, longest).run();
    await observer.leave();
    return [...cost, ...figures];
  } finally {
    await laptops.close();
    for (const worker of workers) await worker.end();
    await broker.end();
  }
}

class Scenario {
  readonly #figures: Figure[] = [];
  /** Recordings by their repetitions. */
  readonly #urls = new Map<number, string>();
  /** Jobs by their addresses, with the repetitions of their recordings. */
  readonly #addresses = new Map<string, number>();
  #hour = '';

  constructor(
    private readonly broker: Broker,
    private readonly origin: Tab,
    private readonly observer: WaitingMember,
    private readonly workers: readonly Worker[],
    private readonly lengths: readonly number[],
    private readonly longest: number,
  ) {}

  async run(): Promise<Figure[]> {
    await until(() => this.#members().length >= 6, 180_000);
    say(`members: ${this.#members().join(', ')}`);
    const begunAt = performance.now();
    const before = this.#doneByMembers();
    await this.#create();
    await this.#kill();
    const sleeper = await this.#freeze();
    await this.#stopBroker();
    const jobs = await this.#allJobs();
    this.#note('time for all', (performance.now() - begunAt) / 1000, { unit: 's' });
    await this.#count(jobs, this.#doneByMembers() - before, sleeper);
    return this.#figures;
  }

  #note(name: string, value: number, rest: Partial<Figure> = {}): void {
    this.#figures.push({ section: 'pool', name, value, unit: '', ...rest });
    say(`${name}: ${value.toFixed(1)}`);
  }

  #members = () =>
    [...this.observer.pool.members.rows.values()]
      .filter(({ row }) => row.models.length > 0)
      .map(({ row }) => row.name);

  /** Jobs whose result counted, as their members say. */
  #doneByMembers = () =>
    [...this.observer.pool.members.rows.values()].reduce((sum, { row }) => sum + row.done, 0);

  async #create(): Promise<void> {
    for (const times of new Set([...this.lengths, this.longest, FURTHER])) {
      this.#urls.set(times, (await this.origin.client.upload(recordingOf(times))).audio_url);
    }
    const random = seededRandom(60);
    this.#hour = await createJob(this.origin, this.#urls.get(this.longest) ?? '', 'pool');
    for (let index = 0; index < JOBS; index++) {
      await this.#add(this.lengths[Math.floor(random() * this.lengths.length)] ?? 2);
    }
    say(`${JOBS} jobs and a long one are in the queue`);
  }

  async #add(times: number): Promise<void> {
    this.#addresses.set(await createJob(this.origin, this.#urls.get(times) ?? '', 'pool'), times);
  }

  /** Where the 60 are done sooner than what is to be tried, there are more. */
  async #topUp(): Promise<void> {
    const queued = [...this.observer.pool.jobs.rows.values()].filter(({ row }) => row.state === 'queued');
    if (queued.length > 0) return;
    for (let index = 0; index < 6; index++) await this.#add(FURTHER);
    await sleep(1_000);
  }

  /** A job on which a member has finished a window and is within another. */
  async #inMidJob(name: string): Promise<string> {
    let found = '';
    await until(async () => {
      await this.#topUp();
      for (const [id, { row }] of this.observer.pool.leases.rows) {
        const isRunning = this.observer.pool.jobs.rows.get(id)?.row.state === 'running';
        if (row.ownerName === name && isRunning && !row.released && row.furthest > 0) found = id;
      }
      return found !== '';
    }, PATIENCE_MS);
    return found;
  }

  /** Seconds until another member has a job. */
  async #untilTaken(id: string, from: string): Promise<number> {
    const since = performance.now();
    await until(() => {
      const lease = this.observer.pool.leases.rows.get(id);
      return lease === undefined || lease.row.ownerName !== from;
    }, PATIENCE_MS);
    return (performance.now() - since) / 1000;
  }

  async #kill(): Promise<void> {
    const worker = this.workers[0];
    if (!worker) return;
    const id = await this.#inMidJob(worker.name);
    worker.kill();
    say(`${worker.name} is killed within job ${id}`);
    const seconds = await this.#untilTaken(id, worker.name);
    this.#note('from the kill of a member in mid-job to the next owner', seconds, { unit: 's', atMost: 60 });
  }

  /** The job that was taken from the frozen member, and its later owner. */
  async #freeze(): Promise<{ id: string; owner: string }> {
    const worker = this.workers[1];
    if (!worker) throw new Error('There is no second worker.');
    const id = await this.#inMidJob(worker.name);
    worker.freeze();
    say(`${worker.name} is frozen within job ${id}`);
    const seconds = await this.#untilTaken(id, worker.name);
    this.#note('from the freezing of a member in mid-job to the next owner', seconds, {
      unit: 's',
      atMost: 60,
    });
    const owner = this.observer.pool.leases.rows.get(id)?.row.ownerName ?? '';
    worker.wake();
    say(`${worker.name} is woken; ${owner} has its job`);
    return { id, owner };
  }

  async #stopBroker(): Promise<void> {
    await sleep(10_000);
    await this.broker.stop();
    say('the broker is stopped');
    await sleep(OUTAGE_MS);
    await this.broker.resume();
    const since = performance.now();
    const done = this.#doneByMembers();
    await until(() => this.#doneByMembers() > done || this.observer.pool.jobs.rows.size === 0, PATIENCE_MS);
    const seconds = (performance.now() - since) / 1000;
    this.#note('from the broker’s return to the next result that counts', seconds, { unit: 's' });
  }

  async #allJobs(): Promise<Map<string, PreRecordedJob>> {
    const jobs = new Map<string, PreRecordedJob>();
    for (const address of [...this.#addresses.keys(), this.#hour]) {
      jobs.set(address, await finished(this.origin, address));
      if (jobs.size % 10 === 0) say(`${jobs.size} jobs have ended`);
    }
    return jobs;
  }

  async #count(jobs: Map<string, PreRecordedJob>, counted: number, taken: { id: string; owner: string }) {
    const all = [...jobs.values()];
    const done = all.filter(({ status }) => status === 'done');
    const here = done.filter(({ post_session_metadata: { ran_on } }) => ran_on === undefined);
    const text = (job: PreRecordedJob) => job.result?.transcription?.full_transcript ?? '';
    const texts = [...this.#urls.keys()].map(
      (times) =>
        new Set(
          [...this.#addresses]
            .filter(([, of]) => of === times)
            .map(([a]) => text(jobs.get(a) as PreRecordedJob)),
        ),
    );
    const hour = jobs.get(this.#hour);
    const runners = new Map<string, number>();
    for (const { post_session_metadata: meta } of done) {
      const name = String(meta.ran_on ?? 'this device, without the pool');
      runners.set(name, (runners.get(name) ?? 0) + 1);
    }
    say([...runners].map(([name, count]) => `${name} ${count}`).join(', '));
    const frozen = all.find(({ id }) => id === taken.id);
    this.#note(`jobs, one of them ${Math.round(this.longest / TIMES_A_MINUTE)} minutes long`, all.length);
    this.#note('jobs lost', all.length - done.length, { atMost: 0 });
    this.#note('results that counted beyond one for each job', Math.max(0, counted - done.length), {
      atMost: 0,
    });
    // The origin does its own jobs while the broker is away, and takes no other result for them.
    this.#note('jobs done by their origin and by a member as well', counted + here.length - done.length);
    this.#note('recordings whose jobs differ in their words', texts.filter(({ size }) => size > 1).length, {
      atMost: 0,
    });
    this.#note('words of the long one', text(hour as PreRecordedJob).split(/\s+/).length);
    this.#note(
      'late results of the woken member that counted',
      frozen?.post_session_metadata.ran_on === 'Frozen' ? 1 : 0,
      { atMost: 0 },
    );
    this.#note('devices that ran jobs', runners.size);
    const { messages, pieces, windows } = await this.#leftInPool();
    this.#note('messages left', messages, { atMost: 0 });
    this.#note('pieces left', pieces, { atMost: 0 });
    this.#note('windows left', windows, { atMost: 0 });
  }

  /** What is in the pool once the last jobs have been removed, which takes a while: rows first, then all that they refer to. */
  async #leftInPool() {
    for (let tries = 0; ; tries += 1) {
      // The observer may still be connecting again.
      const left = await this.observer.pool.countStored().catch(() => null);
      if (left && (tries >= REMOVAL_SECONDS || left.messages + left.pieces + left.windows === 0)) return left;
      if (tries >= REMOVAL_SECONDS) throw new Error('The broker does not answer.');
      await sleep(1_000);
    }
  }
}
