import type { KV } from '@nats-io/kv';
import { deadline, errors } from '@nats-io/nats-core';

/**
 * As long as any request's answer is awaited. Where the line is cut meanwhile, the client would wait for half a minute, and then take
 * the broker's heartbeat for the end of a list whose rest was lost.
 */
const SILENCE_MS = 5_000;

/** A list that a purge kept from ending is made anew; a cut line remains cut. */
const MOST_LISTS = 2;

/**
 * The keys of a bucket that hold something, all or those that fit a filter. The client waits for as many keys as there were when it
 * began: one that is purged meanwhile keeps the list from ending. One that is written again comes once more, behind all that were there;
 * where that happens all the time, as with the rows of members, the client would wait for ever.
 *
 * @throws TimeoutError, which counts as an interruption, where the broker falls silent
 */
export async function keysOf(bucket: KV, filter?: string): Promise<string[]> {
  for (let list = 1; ; list++) {
    try {
      return await listOnce(bucket, filter);
    } catch (error) {
      if (list === MOST_LISTS || !(error instanceof errors.TimeoutError)) throw error;
    }
  }
}

async function listOnce(bucket: KV, filter: string | undefined): Promise<string[]> {
  const keys = new Set<string>();
  const found = await deadline(bucket.keys(filter), SILENCE_MS);
  const iterator = found[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await deadline(Promise.resolve(iterator.next()), SILENCE_MS);
      if (done || keys.has(value)) return [...keys];
      keys.add(value);
    }
  } finally {
    found.stop();
  }
}
