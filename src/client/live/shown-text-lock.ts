import { REALM } from '../../contract/realms/channel.ts';
import { untilAbort } from '../../lib/until-abort.ts';

/** Held by a tab while other pages show the text of its live session: a tab that crashes sends no message of its end. */
const lockOf = (realm: string) => `earshot-shown-text-${realm}`;

export function holdShownText(signal: AbortSignal): void {
  // Where locks are refused, the message alone ends it.
  navigator.locks.request(lockOf(REALM), { signal }, () => untilAbort(signal)).catch(() => undefined);
}

/** Calls `ended` once the tab whose messages carry this id holds its lock no longer, whatever ended it. */
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
