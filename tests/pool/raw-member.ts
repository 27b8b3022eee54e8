import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import { fromBase64Url, jsonBytes, jsonOf } from '../../src/pool/bytes.ts';
import { connectPool, type PoolAccess } from '../../src/pool/connect-pool.ts';
import { type BucketName, type PoolLayout, poolLayout } from '../../src/pool/layout.ts';
import { capabilityText } from '../../src/pool/pool-space.ts';
import type { Capability } from '../../src/pool/rows.ts';
import { deriveTeamKeys, opaqueName, open, seal, type TeamKeys } from '../../src/pool/team-keys.ts';
import { nodeSocket } from './nats-server.ts';

/** What is no row, message or piece of any version. */
export const GARBAGE = new Uint8Array([0, 255, 17, 4, 222, 173, 190, 239, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

/** A client with the credentials and the phrase that writes any row: faults, attacks and other versions of the app. */
export class RawMember {
  private constructor(
    readonly connection: NatsConnection,
    readonly layout: PoolLayout,
    readonly manager: JetStreamManager,
    private readonly kvm: Kvm,
    private readonly keys: TeamKeys,
  ) {}

  /** A member of a pool that somebody has joined before. */
  static async connect(access: PoolAccess): Promise<RawMember> {
    const connection = await connectPool(access, nodeSocket);
    const layout = poolLayout(access.pool);
    const kvm = new Kvm(jetstream(connection));
    const entry = await (await kvm.open(layout.buckets.team)).get('team');
    const { salt } = jsonOf(entry?.value ?? new Uint8Array()) as { salt: string };
    const keys = await deriveTeamKeys(access.phrase, fromBase64Url(salt));
    return new RawMember(connection, layout, await jetstreamManager(connection), kvm, keys);
  }

  bucket = (name: BucketName): Promise<KV> => this.kvm.open(this.layout.buckets[name]);

  /** Writes bytes that are no row. */
  async spoil(name: BucketName, key: string): Promise<void> {
    await (await this.bucket(name)).put(key, GARBAGE);
  }

  /** Writes a row as a member of any version would. */
  async write(name: BucketName, key: string, row: unknown): Promise<void> {
    await (await this.bucket(name)).put(key, await seal(this.keys.rows, jsonBytes(row), key));
  }

  /** A row as it is stored, whatever its version. */
  async read(name: BucketName, key: string): Promise<Record<string, unknown>> {
    const entry = await (await this.bucket(name)).get(key);
    if (!entry) throw new Error(`There is no row ${key}.`);
    return jsonOf(await open(this.keys.rows, entry.value, key)) as Record<string, unknown>;
  }

  /** Queues a message for what a capability needs. */
  async queue(capability: Capability, message: string | Uint8Array): Promise<void> {
    const name = await opaqueName(this.keys.names, capabilityText(capability));
    await jetstream(this.connection).publish(this.layout.subjectOf(name), message);
  }

  close = (): Promise<void> => this.connection.close();
}
