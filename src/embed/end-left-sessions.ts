import { type Connect, LiveSocket } from '../client/live/live-socket.ts';
import { appAddress } from '../lib/addresses/app-origin.ts';
import { listLiveSessions } from '../storage/live/live-store.ts';

const STOP = JSON.stringify({ type: 'stop_recording' });

/**
 * Ends the sessions whose pages ended in the middle: their sound becomes the jobs that their ids promise. In a frame nobody is asked
 * what to do with an interrupted recording. A session that another page still serves stays with it.
 */
export async function endLeftSessions(connect: Connect): Promise<void> {
  for (const { token, arrival_id } of await listLiveSessions()) {
    if (arrival_id === null) continue;
    const socket = new LiveSocket(appAddress(`/v2/live?token=${encodeURIComponent(token)}`), connect);
    socket.onopen = () => socket.send(STOP);
  }
}
