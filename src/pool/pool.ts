import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import { inEnglish, joined, msg } from '../lib/errors/msg.ts';
import { askUntilAnswered, PATIENCE } from './ask-until-answered.ts';
import { connectPool, type PoolAccess, type SocketFactory } from './connect-pool.ts';
import { keysOf } from './keys-of.ts';
import { type BucketName, type PoolTimes, poolLayout } from './layout.ts';
import { type OfferedJob, Offering, type Outcome } from './offering.ts';
import { isDamage, PoolFailure, toPoolFailure } from './pool-failure.ts';
import { identityOf } from './pool-identity.ts';
import { type MemberFacts, PoolSpace } from './pool-space.ts';
import type { Capability, JobFailure, MemberRow } from './rows.ts';
import type { OwnedJob } from './taken-job.ts';
import { isOpen, Taking } from './taking.ts';
import { joinTeam } from './team.ts';

export type { OfferedJob, Outcome } from './offering.ts';
export type { MemberFacts } from './pool-space.ts';
export type { StoredSpec } from './rows.ts';

export interface PoolOptions {
  times?: PoolTimes;
  socket?: SocketFactory;
  /** Called whenever rows of jobs, leases or members change. */
  onChange?: () => void;
  /** Called when the pool is no longer there, or another one is in its place: this end of it is then closed. */
  onEnded?: (failure: PoolFailure) => void;
}

/** A member that said nothing for a day. */
const FORGET_MS = 24 * 3_600_000;

/** A member's end of a pool: offers jobs, takes jobs, and keeps a view of all. */
export class Pool {
  readonly #offering: Offering;
  readonly #taking: Taking;
  #counts: Pick<MemberRow, 'done' | 'failed' | 'seconds' | 'busy' | 'failure'> = {
    done: 0,
    failed: 0,
    seconds: 0,
    busy: 0,
    failure: null,
  };
  #beat: ReturnType<typeof setInterval> | undefined;
  readonly #since = new Date().toISOString();
  #isConnected = true;
  #hasEnded = false;

  private constructor(
    readonly connection: NatsConnection,
    private readonly space: PoolSpace,
    private readonly identity: string,
    private readonly options: PoolOptions,
  ) {
    this.#offering = new Offering(space);
    this.#taking = new Taking(space, (job, error) => this.fail(job, error));
  }

  get jobs() {
    return this.space.jobs;
  }

  get leases() {
    return this.space.leases;
  }

  get members() {
    return this.space.members;
  }

  /** Messages and jobs that no device can read, and jobs that one with a newer version of the app may. */
  get setAside(): { damaged: number; newer: number } {
    const jobs = [...this.jobs.unreadable.values()];
    const newer = jobs.filter(({ reason }) => reason === 'version').length;
    const { rows, unreadable } = this.space.dead;
    return { damaged: jobs.length - newer + rows.size + unreadable.size, newer };
  }

  get times(): PoolTimes {
    return this.space.times;
  }

  /** Whether the broker answers; the connection is tried again for ever. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      if (type === 'reconnect') this.#isConnected = true;
      this.options.onChange?.();
    }
  }

  /** Joins a pool, whose first member decides the phrase. Throws PoolFailure with one sentence that says what to do. */
  static async join(access: PoolAccess, facts: MemberFacts, options: PoolOptions = {}): Promise<Pool> {
    const connection = await connectPool(access, options.socket);
    try {
      const layout = poolLayout(access.pool);
      const client = jetstream(connection, { timeout: 5_000 });
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
      const kvm = new Kvm(client);
      const open = (name: BucketName) => kvm.open(layout.buckets[name], { allow_direct: name === 'pieces' });
      const [team, jobs, leases, windows, pieces] = await Promise.all(
        (['team', 'jobs', 'leases', 'windows', 'pieces'] as const).map(open),
      );
      if (!team || !jobs || !leases || !windows || !pieces) throw new Error('A bucket is missing.');
      const keys = await joinTeam(team, access);
      const identity = await identityOf(manager, layout, team);
      const space = new PoolSpace({
        access,
        facts,
        client,
        manager,
        buckets: { team, jobs, leases, windows, pieces },
        keys,
        times: options.times,
        onChange: () => options.onChange?.(),
        onRemoved: (id) => pool.owned(id)?.withdrawn(),
      });
      const pool = new Pool(connection, space, identity, options);
      await pool.#start();
      return pool;
    } catch (error) {
      await connection.close();
      throw toPoolFailure(error, access);
    }
  }

  async #start(): Promise<void> {
    void this.#followConnection();
    await this.#writeMember();
    await this.space.follow();
    await this.#forgetMembers().catch(console.warn);
    this.#beat = setInterval(() => {
      void this.#writeMember().catch(console.warn);
      void this.#checkIdentity().catch(console.warn);
    }, this.times.beat);
  }

  /** Ends where the pool was deleted, or made anew under the same name. */
  async #checkIdentity(): Promise<void> {
    const { access, manager, layout, buckets } = this.space;
    let failure: PoolFailure;
    try {
      if ((await identityOf(manager, layout, buckets.team)) === this.identity) return;
      failure = new PoolFailure(
        'remade',
        msg`The pool "${access.pool}" was made anew, so this device has left it: wait until it has joined again.`,
      );
    } catch (error) {
      failure = toPoolFailure(error, access);
      if (failure.fault !== 'absent') throw error;
    }
    if (this.#hasEnded) return;
    await this.abandon();
    this.options.onEnded?.(failure);
  }

  async #writeMember(): Promise<void> {
    const { facts, memberRows } = this.space;
    const [job = null] = this.#taking.owned.keys();
    await memberRows.put(facts.id, { ...facts, job, ...this.#counts, since: this.#since });
  }

  /** Rows of members that died long ago would remain for ever: the bucket that has the proof of the phrase has no age limit. */
  async #forgetMembers(): Promise<void> {
    for (const [id, kept] of [...this.members.rows, ...this.members.unreadable]) {
      if (this.space.age(kept) > FORGET_MS) await this.space.memberRows.remove(id);
    }
  }

  /** Changes what this member says of itself. */
  async describe(facts: Partial<Omit<MemberFacts, 'id'>>): Promise<void> {
    Object.assign(this.space.facts, facts);
    await this.#writeMember();
  }

  isFresh: PoolSpace['isFresh'] = (kept) => this.space.isFresh(kept);

  /** Puts a job into the pool: see `Offering.offer`. */
  offer = (job: OfferedJob, signal?: AbortSignal): Promise<void> => this.#offering.offer(job, signal);

  /** How a job ended; null if it has not, or is not in the pool. */
  outcome = (id: string): Promise<Outcome | null> => this.#offering.outcome(id);

  /** Removes a job with everything of it: see `Offering.remove`. */
  async remove(id: string): Promise<void> {
    const row = this.jobs.rows.get(id)?.row;
    // The member that works on it takes its message out.
    const isOwned = this.owned(id) !== undefined || this.space.isHeld(id);
    await this.#offering.remove(id);
    if (!row || !isOpen(row) || isOwned) return;
    await askUntilAnswered(() => this.#taking.discard(id, row.capability), PATIENCE);
  }

  /** Takes one job that this member can run: see `Taking.take`. */
  async take(...[canRun]: Parameters<Taking['take']>): Promise<OwnedJob | null> {
    const job = await this.#taking.take(canRun);
    if (job) this.#writeMember().catch(console.warn);
    return job;
  }

  /** What the jobs need that seem to wait, those of the oldest first. */
  wanted = (): Promise<Capability[]> => this.#taking.wanted();

  owned = (id: string): OwnedJob | undefined => this.#taking.owned.get(id);

  /** Ends an owned job with its result. */
  async finish(job: OwnedJob, result: unknown): Promise<'counted' | 'lost'> {
    const ending = await job.finish(result).finally(() => this.#taking.forget(job.id));
    if (ending === 'counted') {
      this.#counts.done += 1;
      this.#counts.seconds += job.row.duration ?? 0;
      this.#counts.busy += job.seconds;
    }
    this.#writeMember().catch(console.warn);
    return ending;
  }

  async fail(job: OwnedJob, error: JobFailure): Promise<'counted' | 'lost'> {
    const ending = await job.fail(error).finally(() => this.#taking.forget(job.id));
    if (ending === 'counted') {
      this.#counts.failed += 1;
      const at = new Date().toISOString();
      const text = error.text && (error.remedy ? joined(error.text, error.remedy) : error.text);
      this.#counts.failure = { title: job.row.title, message: error.message, ...(text && { text }), at };
    }
    this.#writeMember().catch(console.warn);
    return ending;
  }

  /** Ends or gives back a job of which this member could not read a part. */
  async cannotRead(job: OwnedJob, error: unknown): Promise<void> {
    if (!isDamage(error)) return this.giveBack(job);
    const text = error instanceof PoolFailure ? error.text : msg`The job is damaged in the pool.`;
    await this.fail(job, { code: 'internal', status: 500, message: inEnglish(text), text, damaged: true });
  }

  /** Gives a job back, which this member then leaves to others for a minute. */
  async giveBack(job: OwnedJob): Promise<void> {
    this.#taking.skip(job.id);
    this.#taking.forget(job.id);
    await job.giveBack(this.times.beat);
  }

  /** What the pool holds, by the broker's count. */
  async countStored(): Promise<{ messages: number; pieces: number; windows: number; leases: number }> {
    const { windows, pieces, leases } = this.space.buckets;
    const { state } = await this.space.manager.streams.info(this.space.layout.stream);
    const count = async (bucket: KV) => (await keysOf(bucket)).length;
    return {
      messages: state.messages,
      pieces: await count(pieces),
      windows: await count(windows),
      leases: await count(leases),
    };
  }

  /** Leaves the pool: gives back what this member works on, and returns once that is sent (`OwnedJob.giveBack`). */
  async leave(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#beat);
    const given = [...this.#taking.owned.values()].map((job) => job.giveBack());
    const removed = this.space.memberRows.remove(this.space.facts.id).catch(console.warn);
    this.space.unfollow();
    await Promise.all([...given, removed]);
    await this.connection.drain().catch(() => this.connection.close());
  }

  /** Ends without a word to anybody: leases run out, and others go on. */
  async abandon(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#beat);
    for (const job of [...this.#taking.owned.values()]) job.abandon();
    this.space.unfollow();
    await this.connection.close();
  }
}
