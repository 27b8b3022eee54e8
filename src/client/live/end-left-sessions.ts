import type { SessionTransport } from '../../contract/realms/live-connection.ts';
import { appAddress } from '../../lib/addresses/app-origin.ts';
import { listLiveSessions } from '../../storage/live/live-store.ts';
import { findKey } from '../../storage/settings/key-store.ts';
import { LiveSocket } from './live-socket.ts';

const STOP = JSON.stringify({ type: 'stop_recording' });

/**
 * Ends the sessions of a key, or of all keys, whose pages ended in the middle: their sound becomes the jobs that their ids promise. In a frame,
 * and in a gateway's browser, nobody is asked what to do with an interrupted recording; the app asks about its own, unless they were stopped. A
 * session that another page still serves goes on.
 *
 * @returns for each session, what resolves when this page serves it, or cannot
 */
export async function endLeftSessions(
  transport: SessionTransport,
  { secret, which = 'all' }: { secret?: string; which?: 'all' | 'stopped' } = {},
): Promise<Promise<void>[]> {
  const key = secret === undefined ? undefined : await findKey(secret);
  const served: Promise<void>[] = [];
  for (const { key_id, token, arrival_id, is_stopped } of await listLiveSessions()) {
    if (key !== undefined && key_id !== key?.id) continue;
    if (!is_stopped && (which === 'stopped' || arrival_id === null)) continue;
    const socket = new LiveSocket(appAddress(`/v2/live?token=${encodeURIComponent(token)}`), transport);
    served.push(
      new Promise((resolve) => {
        socket.onopen = () => {
          socket.send(STOP);
          resolve();
        };
        socket.onclose = () => resolve();
      }),
    );
  }
  return served;
}
