import type { KV } from '@nats-io/kv';

/** The keys of a bucket that hold something, all or those that fit a filter. */
export async function keysOf(bucket: KV, filter?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of await bucket.keys(filter)) keys.push(key);
  return keys;
}
