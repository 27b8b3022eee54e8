import { AckPolicy, DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/nats-core';
import { type BucketName, POOL_TIMES, poolLayout } from './layout.ts';
import { isOtherwise } from './pool-failure.ts';

export interface PoolLimits {
  /** Jobs that wait or run. */
  jobs: number;
  /** Bytes of recordings and results, which the broker reserves. */
  bytes: number;
  /** Days after which forgotten recordings, results and jobs are deleted. */
  keepDays: number;
}

export const POOL_LIMITS: PoolLimits = { jobs: 10_000, bytes: 10 * 2 ** 30, keepDays: 14 };

const DAY_MS = 24 * 3_600_000;
/** Rows and windows are small beside the pieces; the broker would reserve whatever they might take. */
const UNLIMITED = -1;

/** Makes a pool's stream and buckets, or gives existing ones these limits, with the rights of an administrator. */
export async function createPool(
  connection: NatsConnection,
  pool: string,
  limits: PoolLimits = POOL_LIMITS,
): Promise<void> {
  const layout = poolLayout(pool);
  const manager = await jetstreamManager(connection);
  const ttl = limits.keepDays * DAY_MS;
  const queue = {
    subjects: [layout.subjects],
    max_msgs: limits.jobs,
    // A message outlives its job where nobody takes jobs of its kind any more.
    max_age: nanos(ttl),
  };
  const { streams } = manager;
  await streams
    .add({
      name: layout.stream,
      ...queue,
      retention: RetentionPolicy.Workqueue,
      // Otherwise the broker would drop the oldest job for the newest.
      discard: DiscardPolicy.New,
      storage: StorageType.File,
      duplicate_window: nanos(10 * 60_000),
    })
    .catch((error: unknown) => {
      if (!isOtherwise(error)) throw error;
      return streams.update(layout.stream, queue);
    });
  const kvm = new Kvm(connection);
  const shapes: Record<BucketName, { max_bytes: number; ttl?: number; allow_direct: boolean }> = {
    team: { max_bytes: UNLIMITED, allow_direct: false },
    jobs: { max_bytes: UNLIMITED, ttl, allow_direct: false },
    leases: { max_bytes: UNLIMITED, ttl, allow_direct: false },
    windows: { max_bytes: UNLIMITED, ttl, allow_direct: false },
    pieces: { max_bytes: limits.bytes, ttl, allow_direct: true },
  };
  for (const [name, bucket] of Object.entries(layout.buckets)) {
    const shape = shapes[name as BucketName];
    await kvm.create(bucket, { history: 1, storage: StorageType.File, ...shape });
    await streams.update(`KV_${bucket}`, { max_bytes: shape.max_bytes, max_age: nanos(shape.ttl ?? 0) });
  }
}

/** Deletes a pool with all its jobs. */
export async function deletePool(connection: NatsConnection, pool: string): Promise<void> {
  const { stream, buckets } = poolLayout(pool);
  const manager = await jetstreamManager(connection);
  for (const name of [stream, ...Object.values(buckets).map((bucket) => `KV_${bucket}`)]) {
    await manager.streams.delete(name);
  }
}

/** The consumer of a capability's jobs. No limit of deliveries: giving a job back must not use them up. */
export const consumerOf = (pool: string, capability: string, ackWaitMs: number = POOL_TIMES.ackWait) => ({
  name: capability,
  durable_name: capability,
  filter_subject: poolLayout(pool).subjectOf(capability),
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWaitMs),
  max_deliver: -1,
  max_ack_pending: 10_000,
});
