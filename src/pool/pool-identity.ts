import type { JetStreamManager } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { toBase64Url } from './bytes.ts';
import type { PoolLayout } from './layout.ts';
import { readTeamEntry } from './team.ts';

/**
 * What distinguishes a pool from one that was made anew under its name: when each stream was made, and what proves the phrase. A member
 * of the former would wait in the latter for ever, because its keys open nothing there and its queues are gone.
 */
export async function identityOf(manager: JetStreamManager, layout: PoolLayout, team: KV): Promise<string> {
  const streams = [layout.stream, ...Object.values(layout.buckets).map((bucket) => `KV_${bucket}`)];
  const [entry, ...infos] = await Promise.all([
    readTeamEntry(team),
    ...streams.map((stream) => manager.streams.info(stream)),
  ]);
  return JSON.stringify([entry && toBase64Url(entry.value), ...infos.map(({ created }) => created)]);
}
