import type { Consumer, JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { PoolAccess } from './connect-pool.ts';
import { FollowedRows } from './follow-rows.ts';
import { type BucketName, POOL_TIMES, type PoolLayout, type PoolTimes, poolLayout } from './layout.ts';
import { consumerOf } from './provision.ts';
import {
  type Capability,
  type DeadRow,
  type DeviceClass,
  deadRow,
  type JobRow,
  jobRow,
  type LeaseRow,
  leaseRow,
  type MemberRow,
  memberRow,
} from './rows.ts';
import { type Kept, SealedRows } from './sealed-bucket.ts';
import { ServerClock } from './server-clock.ts';
import { opaqueName, type TeamKeys } from './team-keys.ts';
import { Unreadable } from './unreadable.ts';

export interface MemberFacts {
  id: string;
  name: string;
  models: string[];
  device: DeviceClass;
}

interface SpaceParts {
  access: PoolAccess;
  facts: MemberFacts;
  client: JetStreamClient;
  manager: JetStreamManager;
  buckets: Record<BucketName, KV>;
  keys: TeamKeys;
  times?: PoolTimes | undefined;
  onChange: () => void;
  /** A job's row was removed. */
  onRemoved: (id: string) => void;
}

/** What a member holds of its pool: the queue, the buckets, the keys, and a copy of all rows. */
export class PoolSpace {
  readonly access: PoolAccess;
  readonly facts: MemberFacts;
  readonly layout: PoolLayout;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly buckets: Record<BucketName, KV>;
  readonly keys: TeamKeys;
  readonly times: PoolTimes;
  readonly jobRows: SealedRows<JobRow>;
  readonly leaseRows: SealedRows<LeaseRow>;
  readonly memberRows: SealedRows<MemberRow>;
  readonly deadRows: SealedRows<DeadRow>;
  readonly jobs: FollowedRows<JobRow>;
  readonly leases: FollowedRows<LeaseRow>;
  readonly members: FollowedRows<MemberRow>;
  /** Messages that nobody could read. */
  readonly dead: FollowedRows<DeadRow>;
  readonly #consumers = new Map<string, Consumer>();
  readonly #clock = new ServerClock();

  constructor({ access, facts, client, manager, buckets, keys, times, onChange, onRemoved }: SpaceParts) {
    this.access = access;
    this.facts = facts;
    this.layout = poolLayout(access.pool);
    this.client = client;
    this.manager = manager;
    this.buckets = buckets;
    this.keys = keys;
    this.times = times ?? POOL_TIMES;
    const onRow = (_: string, kept: Kept<unknown> | null) => {
      if (kept) this.#clock.observe(kept.written);
      onChange();
    };
    this.jobRows = new SealedRows(buckets.jobs, 'job', jobRow, keys.rows);
    this.leaseRows = new SealedRows(buckets.leases, 'lease', leaseRow, keys.rows);
    this.memberRows = new SealedRows(buckets.team, 'member', memberRow, keys.rows);
    this.deadRows = new SealedRows(buckets.jobs, 'dead', deadRow, keys.rows);
    this.jobs = new FollowedRows(buckets.jobs, 'job', this.jobRows, (id, kept) => {
      if (!kept) onRemoved(id);
      onRow(id, kept);
    });
    this.leases = new FollowedRows(buckets.leases, 'lease', this.leaseRows, onRow);
    this.members = new FollowedRows(buckets.team, 'member', this.memberRows, onRow);
    this.dead = new FollowedRows(buckets.jobs, 'dead', this.deadRows, onRow);
  }

  /** Resolves once the rows that exist are read. */
  async follow(): Promise<void> {
    await this.members.start();
    await this.leases.start();
    await this.jobs.start();
    await this.dead.start();
  }

  unfollow(): void {
    for (const followed of [this.jobs, this.leases, this.members, this.dead]) followed.stop();
  }

  /** Whether a member, or the owner of a lease, has given a sign of life lately. */
  isFresh = (kept: { written: number }): boolean => this.age(kept) <= this.times.lease;

  /** Milliseconds since a row was written, by the broker's clock. */
  age = ({ written }: { written: number }): number => this.#clock.time() - written;

  /**
   * Whether a lease has ended: given back, run out, or its owner has left. A tab that is closed while a renewal is on its way has no revision
   * to give back, but removes its member row. One of an earlier life of this member has ended, too: `Taking.owned`
   * has those of this one.
   */
  isOver(lease: Kept<LeaseRow> | Unreadable): boolean {
    if (!this.isFresh(lease)) return true;
    if (lease instanceof Unreadable) return false;
    const { owner, released } = lease.row;
    const isThere = this.members.rows.has(owner) || this.members.unreadable.has(owner);
    return released || owner === this.facts.id || !isThere;
  }

  /** Whether somebody works on a job, a newer version of the app too. */
  isHeld(id: string): boolean {
    const lease = this.leases.rows.get(id) ?? this.leases.unreadable.get(id);
    return lease !== undefined && !this.isOver(lease);
  }

  /** The last part of the subject under which jobs that need this are queued. */
  capabilityName = (capability: Capability): Promise<string> =>
    opaqueName(this.keys.names, capabilityText(capability));

  /** The consumer of a capability's jobs, which the first who needs it makes. */
  async consumer(name: string): Promise<Consumer> {
    const known = this.#consumers.get(name);
    if (known) return known;
    const { stream } = this.layout;
    await this.manager.consumers.add(stream, consumerOf(this.access.pool, name, this.times.ackWait));
    const consumer = await this.client.consumers.get(stream, name);
    this.#consumers.set(name, consumer);
    return consumer;
  }
}

export const capabilityText = ({ engine, language, device }: Capability) => `${engine} ${language} ${device}`;
