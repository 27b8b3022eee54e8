import { setTimeout as sleep } from 'node:timers/promises';
import type { PreRecordedJob } from '../../../../src/contract/jobs/pre-recorded-job.ts';
import { timesOf } from '../../../../src/pool/layout.ts';
import { accessTo, setUpPool, WaitingMember } from '../../../pool/members.ts';
import { Broker, hasNatsServer } from '../../../pool/nats-server.ts';
import { warmUpClip } from '../../bench-setup.ts';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import type { KillBench } from '../kill-bench.ts';

/** Seconds: a member that dies is replaced within two. */
const BEAT = 0.5;
const PATIENCE_MS = 60_000;
const REMOVED_WITHIN_MS = 10_000;
const CREATED_WITHIN_MS = 2_000;

interface Team {
  broker: Broker;
  observer: WaitingMember;
}

/** A broker, with a member that only looks on. */
async function gather(): Promise<Team> {
  const broker = await Broker.start();
  await setUpPool(accessTo(broker));
  return { broker, observer: await WaitingMember.join(accessTo(broker), { times: timesOf(BEAT * 1000) }) };
}

/** The browser offers a job to its pool, and runs it, since nobody else can. */
class PoolJob implements Attempt {
  #address = '';
  #isCreating = false;
  /** Jobs of before. */
  readonly #known: ReadonlySet<string>;
  readonly #countedBefore: number;

  constructor(
    private readonly bench: KillBench,
    private readonly team: Team,
    known: readonly string[],
  ) {
    this.#known = new Set(known);
    this.#countedBefore = this.#counted();
  }

  #counted = () =>
    [...this.team.observer.pool.members.rows.values()].reduce((sum, { row }) => sum + row.done, 0);

  async act(): Promise<void> {
    if (this.#isCreating && this.#address === '') await this.#findJob();
    if (this.#address === '') {
      const client = await this.bench.client();
      const { audio_url } = await client.upload(warmUpClip);
      this.#isCreating = true;
      this.#address = await this.bench.createIn('pool', audio_url);
    }
    await this.#finished();
  }

  async #finished(): Promise<PreRecordedJob> {
    let job: PreRecordedJob | null = null;
    const hasEnded = async () => {
      job = await (await this.bench.client()).readJob(this.#address);
      return job.status === 'done' || job.status === 'error';
    };
    await this.bench.until('an end of the job', hasEnded, PATIENCE_MS);
    if (!job) throw new Error('The job was not read.');
    return job;
  }

  async judge(_: Ended): Promise<Findings> {
    const found = nothingFound();
    if (this.#isCreating && this.#address === '') await this.#findJob();
    if (this.#address === '') return found;
    const job = await this.#finished().catch((error: unknown) => String(error));
    if (typeof job === 'string') found.lost.push(job);
    else if (job.status === 'error') found.lost.push(JSON.stringify(job.post_session_metadata.error));
    else if (!job.result?.transcription?.full_transcript.includes('John Smith'))
      found.lost.push(`the words: ${job.result?.transcription?.full_transcript}`);
    const counted = this.#counted() - this.#countedBefore;
    if (counted > 1) found.doubled.push(`${counted} results of one job`);
    return found;
  }

  /** Its page was gone before the answer came; the service worker creates the job all the same, or it never got the request. */
  async #findJob(): Promise<void> {
    const find = async () => {
      const id = (await this.bench.jobs()).map((job) => job.id).find((one) => !this.#known.has(one));
      if (id !== undefined) this.#address = `${this.bench.url}v2/pre-recorded/${id}`;
      return id !== undefined;
    };
    await this.bench.until('the job', find, CREATED_WITHIN_MS).catch(() => undefined);
  }

  async clear(): Promise<void> {
    await this.#remove();
    await this.bench.leavePool();
  }

  async #remove(): Promise<void> {
    if (this.#address !== '') await this.bench.deleteJob(this.#address);
    const until = performance.now() + REMOVED_WITHIN_MS;
    while (performance.now() < until) {
      const { messages, pieces, windows } = await this.team.observer.pool.countStored();
      if (messages + pieces + windows === 0) return;
      await sleep(200);
    }
    const left = JSON.stringify(await this.team.observer.pool.countStored());
    throw new Error(`The pool keeps of a deleted job: ${left}`);
  }
}

export const poolJob: Action = {
  lasts: 2_500,
  goesOn: true,
  rare: true,
  isPossible: hasNatsServer,
  async start(bench) {
    const team = await bench.once('team', gather, async ({ observer, broker }) => {
      await observer.leave();
      await broker.end();
    });
    await bench.joinPool({ ...accessTo(team.broker), name: 'Browser', serves: true, beat_seconds: BEAT });
    return new PoolJob(
      bench,
      team,
      (await bench.jobs()).map(({ id }) => id),
    );
  },
};
