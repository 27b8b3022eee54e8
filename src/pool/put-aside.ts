import type { JsMsg } from '@nats-io/jetstream';
import { toBase64Url } from './bytes.ts';
import type { PoolSpace } from './pool-space.ts';
import { Unreadable } from './unreadable.ts';

/** Deliveries after which a message that nobody can read is a dead letter: within eight minutes, with the usual times. */
const MAX_DELIVERIES = 6;
/** In beats: a newer device that joins gets what only it can read within a minute. */
const LONGEST_FOR_NEWER = 4;
/** The same for what fails for another reason. */
const LONGEST = 20;
const KEPT_BYTES = 256;

/**
 * Puts a message aside that this member cannot take, so that the others behind it come: it comes again after a delay that
 * grows with each delivery. One that is damaged ends among the dead letters, where it is counted; one of another version of the
 * app never does, because a newer device may take it.
 */
export async function putAside(space: PoolSpace, message: JsMsg, why: unknown): Promise<void> {
  const { deliveryCount } = message.info;
  const isDamaged = why instanceof Unreadable && why.reason === 'damaged';
  if (isDamaged && deliveryCount >= MAX_DELIVERIES && (await bury(space, message, why))) return message.ack();
  const longest = why instanceof Unreadable && !isDamaged ? LONGEST_FOR_NEWER : LONGEST;
  message.nak(space.times.beat * Math.min(longest, 2 ** (deliveryCount - 1)));
}

/** Keeps what the message said; false if the broker has no room for it. */
async function bury(space: PoolSpace, message: JsMsg, { message: reason }: Unreadable): Promise<boolean> {
  try {
    const body = toBase64Url(message.data.subarray(0, KEPT_BYTES));
    const at = new Date().toISOString();
    // An earlier member has written the same.
    await space.deadRows.write(
      String(message.seq),
      { version: 1, at, by: space.facts.name, reason, body },
      0,
    );
    return true;
  } catch (error) {
    console.warn('A message of a pool could not be kept among its dead letters:', error);
    return false;
  }
}
