import type { KV } from '@nats-io/kv';
import { deadline } from '@nats-io/nats-core';

/** The client waits for the next key for ever where the broker goes away meanwhile. */
const SILENCE_MS = 15_000;

/**
 * The keys of a bucket that hold something, all or those that fit a filter.
 *
 * @throws TimeoutError, which counts as an interruption, where the broker falls silent
 */
export async function keysOf(bucket: KV, filter?: string, silenceMs = SILENCE_MS): Promise<string[]> {
  const keys: string[] = [];
  const found = await deadline(bucket.keys(filter), silenceMs);
  const iterator = found[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await deadline(Promise.resolve(iterator.next()), silenceMs);
      if (done) return keys;
      keys.push(value);
    }
  } finally {
    found.stop();
  }
}
