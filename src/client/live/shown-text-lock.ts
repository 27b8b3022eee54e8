import { REALM } from '../../contract/realms/channel.ts';
import { untilAbort } from '../../lib/until-abort.ts';

/** Held by a tab while other pages show what its live session says: a tab that crashes does not tell them of its end. */
const lockOf = (realm: string) => `earshot-shown-text-${realm}`;

/** Holds this tab's lock until the signal aborts. */
export function holdShownText(signal: AbortSignal): void {
  // Where locks are refused, only the message tells of the end.
  navigator.locks.request(lockOf(REALM), { signal }, () => untilAbort(signal)).catch(() => undefined);
}

/**
 * Calls `ended` once a tab that holds its lock holds it no longer, whatever ended it.
 *
 * @param realm the id that the tab's messages carry
 */
export async function whenShownTextEnds(
  realm: string,
  signal: AbortSignal,
  ended: () => void,
): Promise<void> {
  const name = lockOf(realm);
  try {
    const { held = [] } = await navigator.locks.query();
    // A tab of an earlier version holds none.
    if (held.some((lock) => lock.name === name))
      await navigator.locks.request(name, { mode: 'shared', signal }, ended);
  } catch (error) {
    if (!signal.aborted) console.info(String(error));
  }
}
