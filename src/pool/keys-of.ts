import type { KV } from '@nats-io/kv';
import { deadline } from '@nats-io/nats-core';

/**
 * As long as any request's answer is awaited. Where the line is cut meanwhile, the client would wait for half a minute, and then take
 * the broker's heartbeat for the end of a list whose rest was lost.
 */
const SILENCE_MS = 5_000;

/**
 * The keys of a bucket that hold something, all or those that fit a filter.
 *
 * @throws TimeoutError, which counts as an interruption, where the broker falls silent
 */
export async function keysOf(bucket: KV, filter?: string): Promise<string[]> {
  const keys: string[] = [];
  const found = await deadline(bucket.keys(filter), SILENCE_MS);
  const iterator = found[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await deadline(Promise.resolve(iterator.next()), SILENCE_MS);
      if (done) return keys;
      keys.push(value);
    }
  } finally {
    found.stop();
  }
}
