import { LIVE_CONNECTION, type LiveConnectionMessage } from '../../contract/realms/live-connection.ts';
import { underControl } from '../guard/control.ts';
import type { Connect } from './live-socket.ts';

/** Has the service worker find the tab that serves live sessions. */
export const throughWorker: Connect = async (port, knock) => {
  const worker = await underControl();
  const message: LiveConnectionMessage = { type: LIVE_CONNECTION, knock };
  worker.postMessage(message, [port]);
};
