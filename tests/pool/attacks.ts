import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/nats-core';
import { type PoolLayout, poolLayout } from '../../src/pool/layout.ts';
import { sleep } from './members.ts';

const encoder = new TextEncoder();

/**
 * Each way in which the rights of a member of `own` might reach a subject that they do not name: the broker answers
 * wherever a request says, and delivers wherever a consumer says.
 */
export async function sendEverywhere(
  connection: NatsConnection,
  own: string,
  targets: readonly string[],
): Promise<void> {
  const { stream, buckets } = poolLayout(own);
  const bucket = `KV_${buckets.team}`;
  const key = `$KV.${buckets.team}.member.attack`;
  const json = (value: unknown) => encoder.encode(JSON.stringify(value));
  // What is delivered is what the attacker wrote.
  connection.publish(key, encoder.encode('attack'));
  await connection.flush();
  for (const [index, target] of targets.entries()) {
    const requests: [subject: string, body: Uint8Array][] = [
      // Itself.
      [target, encoder.encode('attack')],
      // The acknowledgement of a write, and the answers of the API.
      [`${key}${index}`, encoder.encode('attack')],
      [`$JS.API.STREAM.INFO.${bucket}`, new Uint8Array()],
      [`$JS.API.STREAM.INFO.${stream}`, new Uint8Array()],
      [`$JS.API.STREAM.MSG.GET.${bucket}`, json({ last_by_subj: key })],
      [`$JS.API.DIRECT.GET.KV_${buckets.pieces}`, json({ last_by_subj: `$KV.${buckets.pieces}.attack` })],
      [`$JS.API.CONSUMER.INFO.${stream}.attack`, new Uint8Array()],
      // What is delivered.
      [`$JS.API.CONSUMER.MSG.NEXT.${stream}.attack`, json({ batch: 1 })],
      [`$JS.ACK.${stream}.attack.1.1.1.1.1`, encoder.encode('+NXT {"batch":1}')],
      [
        `$JS.API.CONSUMER.CREATE.${bucket}`,
        json({
          stream_name: bucket,
          config: { deliver_subject: target, filter_subject: key, ack_policy: 'none', deliver_policy: 'all' },
        }),
      ],
      // A flow control reply.
      [`$JS.FC.${bucket}.attack`, new Uint8Array()],
    ];
    for (const [subject, body] of requests) {
      try {
        if (subject === target) connection.publish(subject, body);
        else connection.publish(subject, body, { reply: target });
      } catch {
        // The client itself refuses such a reply.
      }
    }
    await connection.flush().catch(() => undefined);
  }
  // Streams that copy into others, which members cannot make.
  for (const [name, config] of Object.entries({
    republish: { republish: { src: '>', dest: targets[0] } },
    mirror: { mirror: { name: bucket }, subjects: [] },
    subjects: { subjects: [targets[0]] },
  })) {
    for (const action of ['CREATE', 'UPDATE']) {
      const body = json({ name, subjects: [`attack.${name}`], ...config });
      await connection
        .request(`$JS.API.STREAM.${action}.${name}`, body, { timeout: 300 })
        .catch(() => undefined);
    }
  }
  await sleep(500);
}

/** The places of a pool: what it consists of, and every subject by which it is written or changed. */
export function subjectsOf(pool: string): string[] {
  const { stream, buckets, subjectOf } = poolLayout(pool);
  const streams = [stream, ...Object.values(buckets).map((name) => `KV_${name}`)];
  return [
    subjectOf('attack'),
    `$KV.${buckets.team}.team`,
    `$KV.${buckets.jobs}.job.victim`,
    `$KV.${buckets.leases}.lease.victim`,
    `$KV.${buckets.pieces}.victim.piece`,
    `$JS.ACK.${stream}.victim.1.1.1.1.1`,
    ...streams.flatMap((name) => [
      `$JS.API.STREAM.PURGE.${name}`,
      `$JS.API.STREAM.DELETE.${name}`,
      `$JS.API.STREAM.UPDATE.${name}`,
      `$JS.API.STREAM.MSG.DELETE.${name}`,
      `$JS.API.CONSUMER.CREATE.${name}`,
    ]),
  ];
}

/** What the broker has of a pool: streams with their messages and consumers, and the row that proves the phrase. */
export async function stateOf(connection: NatsConnection, pool: string): Promise<string[]> {
  const manager = await jetstreamManager(connection);
  const names = streamsOf(poolLayout(pool));
  const told: string[] = [];
  for (const name of names) {
    const { state, config, created } = await manager.streams.info(name);
    const { first_seq, last_seq, messages } = state;
    told.push(JSON.stringify({ name, created, first_seq, last_seq, messages, subjects: config.subjects }));
  }
  const entry = await (await new Kvm(jetstream(connection)).open(poolLayout(pool).buckets.team)).get('team');
  return [...told, entry?.string() ?? 'no phrase'];
}

const streamsOf = ({ stream, buckets }: PoolLayout) => [
  stream,
  ...Object.values(buckets).map((name) => `KV_${name}`),
];
