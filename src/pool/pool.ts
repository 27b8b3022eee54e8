import {
  type Consumer,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import type { ByteSource } from '../lib/byte-source.ts';
import { fromBase64Url, toBase64Url } from './bytes.ts';
import { connectPool, type PoolAccess, type SocketFactory } from './connect-pool.ts';
import { FollowedRows } from './follow-rows.ts';
import { keysOf } from './keys-of.ts';
import { type BucketName, POOL_TIMES, type PoolLayout, type PoolTimes, poolLayout } from './layout.ts';
import { Lease } from './lease.ts';
import { PieceStore, removePieces } from './piece-store.ts';
import { toPoolFailure } from './pool-failure.ts';
import { consumerOf } from './provision.ts';
import {
  type Capability,
  type JobFailure,
  type JobRow,
  jobRow,
  type LeaseRow,
  leaseRow,
  type Manifest,
  type MemberRow,
  memberRow,
} from './rows.ts';
import { type Kept, SealedRows } from './sealed-bucket.ts';
import { ServerClock } from './server-clock.ts';
import { OwnedJob } from './taken-job.ts';
import { joinTeam } from './team.ts';
import { deriveJobKeys, newJobSecret, opaqueName, type TeamKeys } from './team-keys.ts';

export interface MemberFacts {
  id: string;
  name: string;
  models: string[];
  device: 'any' | 'gpu';
}

export interface PoolOptions {
  times?: PoolTimes;
  socket?: SocketFactory;
  /** Called whenever rows of jobs, leases or members change. */
  onChange?: () => void;
}

/** A job for the pool. */
export interface OfferedJob {
  id: string;
  title: string;
  capability: Capability;
  duration: number | null;
  created: string;
  /** What the runner needs besides the recording, as JSON. */
  spec: unknown;
  /** Null for a job without a recording. */
  recording: ByteSource | null;
}

/** What a spec is stored as. */
export interface StoredSpec {
  spec: unknown;
  audio: Manifest | null;
}

/** How an offered job ended. */
export type Outcome =
  | { state: 'done'; result: unknown; owner: string }
  | { state: 'failed'; error: JobFailure };

/** Owners in a row that ended without a word and without progress: the recording may be what kills them. */
const MAX_ATTEMPTS = 5;
/** The shortest that a pull may wait. */
const PULL_MS = 1_000;
/** A job that this member found that it cannot run is left to others for this long. */
const SKIP_MS = 60_000;

/** A member's end of a pool: offers jobs, takes jobs, and keeps a view of all. */
export class Pool {
  readonly #consumers = new Map<string, Consumer>();
  readonly #owned = new Map<string, OwnedJob>();
  readonly #skipped = new Map<string, number>();
  readonly #clock = new ServerClock();
  readonly jobs: FollowedRows<JobRow>;
  readonly leases: FollowedRows<LeaseRow>;
  readonly members: FollowedRows<MemberRow>;
  readonly #jobRows: SealedRows<JobRow>;
  readonly #leaseRows: SealedRows<LeaseRow>;
  readonly #memberRows: SealedRows<MemberRow>;
  #counts = { done: 0, failed: 0, seconds: 0 };
  #beat: ReturnType<typeof setInterval> | undefined;
  readonly #since = new Date().toISOString();

  private constructor(
    readonly connection: NatsConnection,
    private readonly access: PoolAccess,
    private readonly facts: MemberFacts,
    private readonly layout: PoolLayout,
    private readonly client: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly buckets: Record<BucketName, KV>,
    private readonly keys: TeamKeys,
    private readonly options: PoolOptions,
  ) {
    const { rows } = keys;
    const changed = () => options.onChange?.();
    const hear = (_: string, kept: Kept<unknown> | null) => {
      if (kept) this.#clock.hear(kept.written);
      changed();
    };
    this.#jobRows = new SealedRows(buckets.jobs, 'job', jobRow, rows);
    this.#leaseRows = new SealedRows(buckets.leases, 'lease', leaseRow, rows);
    this.#memberRows = new SealedRows(buckets.team, 'member', memberRow, rows);
    this.jobs = new FollowedRows(buckets.jobs, 'job', this.#jobRows, (id, kept) => {
      if (!kept) this.#owned.get(id)?.withdrawn();
      hear(id, kept);
    });
    this.leases = new FollowedRows(buckets.leases, 'lease', this.#leaseRows, hear);
    this.members = new FollowedRows(buckets.team, 'member', this.#memberRows, hear);
  }

  #isConnected = true;

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

  get times(): PoolTimes {
    return this.options.times ?? POOL_TIMES;
  }

  /**
   * Joins a pool. The first member decides the phrase; others must have the same.
   *
   * @throws PoolFailure with one sentence that says what to do
   */
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
      const buckets = { team, jobs, leases, windows, pieces };
      const pool = new Pool(connection, access, facts, layout, client, manager, buckets, keys, options);
      await pool.#start();
      return pool;
    } catch (error) {
      await connection.close();
      throw toPoolFailure(error, access);
    }
  }

  async #start(): Promise<void> {
    void this.#followConnection();
    await this.#tellMember();
    await this.members.start();
    await this.leases.start();
    await this.jobs.start();
    this.#beat = setInterval(() => void this.#tellMember().catch(console.warn), this.times.beat);
  }

  async #tellMember(): Promise<void> {
    const [job = null] = this.#owned.keys();
    await this.#memberRows.put(this.facts.id, { ...this.facts, job, ...this.#counts, since: this.#since });
  }

  /** Changes what this member says of itself. */
  async describe(facts: Partial<Omit<MemberFacts, 'id'>>): Promise<void> {
    Object.assign(this.facts, facts);
    await this.#tellMember();
  }

  /** Whether a member, or the owner of a lease, was heard of lately. */
  isFresh = ({ written }: Kept<unknown>): boolean => this.#clock.time() - written <= this.times.lease;

  /**
   * Puts a job into the pool. May be repeated after an interruption: what was stored is not sent again, and the job is
   * not queued twice.
   *
   * @throws PoolFailure; the job is then not in the pool, or its message is not, and offering again mends that
   */
  async offer(job: OfferedJob, signal?: AbortSignal, secret = newJobSecret()): Promise<void> {
    try {
      const before = await this.#jobRows.read(job.id);
      if (before) secret = fromBase64Url(before.row.secret);
      else await this.#addJob(job, secret, signal);
      const name = await this.#capabilityName(job.capability);
      await this.#consumer(name);
      // The broker drops the same message within ten minutes; one that comes later finds the job in work or done. A job
      // that was withdrawn and offered again has another secret.
      const msgID = await opaqueName(this.keys.names, `${job.id} ${toBase64Url(secret)}`);
      await this.client.publish(this.layout.subjectOf(name), job.id, { msgID });
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = toPoolFailure(error, this.access);
      // It runs elsewhere then. An interruption is different: offering goes on where it was.
      if (failure.fault === 'full') await this.remove(job.id).catch(console.warn);
      throw failure;
    }
  }

  async #addJob(job: OfferedJob, secret: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<void> {
    const pieces = new PieceStore(this.buckets.pieces, job.id, await deriveJobKeys(secret));
    const audio = job.recording && (await pieces.put(job.recording, 'audio', signal));
    const stored: StoredSpec = { spec: job.spec, audio };
    const { id, title, capability, duration, created } = job;
    await this.#jobRows.write(
      id,
      {
        version: 1,
        origin: this.facts.id,
        originName: this.facts.name,
        title,
        capability,
        duration,
        created,
        secret: toBase64Url(secret),
        spec: await pieces.putJson(stored, 'spec'),
        state: 'queued',
        epoch: 0,
        owner: null,
        result: null,
        error: null,
      },
      0,
    );
  }

  /** How a job ended; null if it has not, or is not in the pool. */
  async outcome(id: string): Promise<Outcome | null> {
    const kept = await this.#jobRows.read(id);
    if (!kept) return null;
    const { state, result, error, secret, epoch, owner } = kept.row;
    if (state === 'failed' && error) return { state, error };
    if (state !== 'done' || !result) return null;
    const pieces = new PieceStore(this.buckets.pieces, id, await deriveJobKeys(fromBase64Url(secret)));
    return { state, result: await pieces.readJson(result, `result/${epoch}`), owner: owner ?? '' };
  }

  /** Removes a job with everything of it, whether it ended or not; whoever works on it stops. */
  async remove(id: string): Promise<void> {
    await this.#jobRows.remove(id);
    await removePieces(this.buckets.pieces, id);
    const windows = await keysOf(this.buckets.windows, `${id}.*`);
    await Promise.all(windows.map((key) => this.buckets.windows.purge(key)));
    await this.#leaseRows.remove(id);
  }

  /**
   * Takes one job that this member can run; null if there is none now. Call it only when idle: the job is this member's
   * from then on.
   */
  async take(canRun: (capability: Capability) => boolean | Promise<boolean>): Promise<OwnedJob | null> {
    for (const capability of await this.#wanted(canRun)) {
      const consumer = await this.#consumer(await this.#capabilityName(capability));
      const message = await consumer.next({ expires: PULL_MS });
      if (!message) continue;
      const job = await this.#own(message, canRun);
      if (job) return job;
    }
    return null;
  }

  #seemsOpen(id: string, { state }: JobRow): boolean {
    if (state !== 'queued' && state !== 'running') return false;
    if (this.#owned.has(id) || (this.#skipped.get(id) ?? 0) > performance.now()) return false;
    const lease = this.leases.rows.get(id);
    return !lease || lease.row.released || !this.isFresh(lease);
  }

  /** What the jobs need that seem to wait, those of the oldest first. */
  wanted = (): Promise<Capability[]> => this.#wanted(() => true);

  async #wanted(canRun: (capability: Capability) => boolean | Promise<boolean>): Promise<Capability[]> {
    const open = [...this.jobs.rows]
      .filter(([id, { row }]) => this.#seemsOpen(id, row))
      .sort(([, a], [, b]) => (a.row.created < b.row.created ? -1 : 1));
    const wanted = new Map<string, Capability>();
    for (const [, { row }] of open) wanted.set(capabilityText(row.capability), row.capability);
    const able: Capability[] = [];
    for (const capability of wanted.values()) if (await canRun(capability)) able.push(capability);
    return able;
  }

  /** Makes a message's job this member's; null if it is somebody else's, has ended or is gone. */
  async #own(
    message: JsMsg,
    canRun: (capability: Capability) => boolean | Promise<boolean>,
  ): Promise<OwnedJob | null> {
    const id = message.string();
    let lease: Lease | null = null;
    try {
      const kept = await this.#jobRows.read(id);
      if (!kept || kept.row.state === 'done' || kept.row.state === 'failed') {
        message.ack();
        return null;
      }
      if ((this.#skipped.get(id) ?? 0) > performance.now() || !(await canRun(kept.row.capability))) {
        message.nak(this.times.beat);
        return null;
      }
      lease = await Lease.take(this.#leaseRows, id, this.facts, (before) => !this.isFresh(before));
      if (!lease) {
        // Its owner lives, or has just taken it.
        message.nak(this.times.beat);
        return null;
      }
      return await this.#claim(id, kept, lease, message);
    } catch (error) {
      await lease?.release().catch(console.warn);
      message.nak();
      throw error;
    }
  }

  /** Writes this owner's epoch into the job's row: from here on, no earlier owner's result counts. */
  async #claim(
    id: string,
    { row, revision }: Kept<JobRow>,
    lease: Lease,
    message: JsMsg,
  ): Promise<OwnedJob | null> {
    const claimed: JobRow = { ...row, state: 'running', epoch: lease.epoch, owner: this.facts.id };
    const written = await this.#jobRows.write(id, claimed, revision);
    if (written === null) {
      // An earlier owner has ended it after all, or it was withdrawn: the next delivery tells.
      await lease.release();
      message.nak();
      return null;
    }
    const keys = await deriveJobKeys(fromBase64Url(row.secret));
    const job = new OwnedJob({
      id,
      row: claimed,
      revision: written,
      lease,
      message,
      pieces: new PieceStore(this.buckets.pieces, id, keys),
      keys,
      windows: this.buckets.windows,
      jobs: this.#jobRows,
      times: this.times,
    });
    if (lease.attempts >= MAX_ATTEMPTS) {
      await job.fail(killedItsOwners());
      return null;
    }
    this.#owned.set(id, job);
    job.signal.addEventListener('abort', () => this.#owned.delete(id));
    return job;
  }

  /** Ends an owned job with its result. */
  async finish(job: OwnedJob, result: unknown): Promise<'counted' | 'lost'> {
    const ending = await job.finish(result).finally(() => this.#owned.delete(job.id));
    if (ending === 'counted') {
      this.#counts.done += 1;
      this.#counts.seconds += job.row.duration ?? 0;
    }
    await this.#tellMember().catch(console.warn);
    return ending;
  }

  async fail(job: OwnedJob, error: JobFailure): Promise<'counted' | 'lost'> {
    const ending = await job.fail(error).finally(() => this.#owned.delete(job.id));
    if (ending === 'counted') this.#counts.failed += 1;
    await this.#tellMember().catch(console.warn);
    return ending;
  }

  /** Gives a job back, which this member then leaves to others for a minute. */
  async giveBack(job: OwnedJob): Promise<void> {
    this.#skipped.set(job.id, performance.now() + SKIP_MS);
    this.#owned.delete(job.id);
    await job.giveBack(this.times.beat);
  }

  /** What the pool holds, by the broker's count. */
  async countStored(): Promise<{ messages: number; pieces: number; windows: number; leases: number }> {
    const { windows, pieces, leases } = this.buckets;
    const { state } = await this.manager.streams.info(this.layout.stream);
    const count = async (bucket: KV) => (await keysOf(bucket)).length;
    return {
      messages: state.messages,
      pieces: await count(pieces),
      windows: await count(windows),
      leases: await count(leases),
    };
  }

  owned = (id: string): OwnedJob | undefined => this.#owned.get(id);

  /** Leaves the pool in good order: gives back what this member works on. */
  async leave(): Promise<void> {
    clearInterval(this.#beat);
    for (const job of [...this.#owned.values()]) await job.giveBack();
    this.#owned.clear();
    for (const followed of [this.jobs, this.leases, this.members]) followed.stop();
    await this.#memberRows.remove(this.facts.id).catch(console.warn);
    await this.connection.drain().catch(() => this.connection.close());
  }

  /** Ends without a word to anybody: leases run out, and others go on. */
  async abandon(): Promise<void> {
    clearInterval(this.#beat);
    for (const job of [...this.#owned.values()]) job.abandon();
    for (const followed of [this.jobs, this.leases, this.members]) followed.stop();
    await this.connection.close();
  }

  #capabilityName = (capability: Capability) => opaqueName(this.keys.names, capabilityText(capability));

  async #consumer(name: string): Promise<Consumer> {
    const known = this.#consumers.get(name);
    if (known) return known;
    await this.manager.consumers.add(
      this.layout.stream,
      consumerOf(this.access.pool, name, this.times.ackWait),
    );
    const consumer = await this.client.consumers.get(this.layout.stream, name);
    this.#consumers.set(name, consumer);
    return consumer;
  }
}

const capabilityText = ({ engine, language, device }: Capability) => `${engine} ${language} ${device}`;

const killedItsOwners = (): JobFailure => ({
  code: 'internal',
  status: 500,
  message: `${MAX_ATTEMPTS} members stopped without a word at the same point of this recording. Use a smaller model or cut the recording into shorter parts.`,
});
