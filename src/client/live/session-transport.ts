import {
  LIVE_CONNECTION,
  type LiveConnectionMessage,
  type SessionTransport,
} from '../../contract/realms/live-connection.ts';
import { underControl } from '../guard/control.ts';

/** Through the service worker, which finds the tab that serves live sessions. */
export const workerTransport: SessionTransport = async (port, hello) => {
  const worker = await underControl();
  const message: LiveConnectionMessage = { type: LIVE_CONNECTION, hello };
  worker.postMessage(message, [port]);
};

let ofPage: SessionTransport | null = null;

/** Has this page serve its own sessions, so that no other page that is closed can end them. Called by pages that may be the host. */
export function serveSessionsHere(transport: SessionTransport): void {
  ofPage = transport;
}

/** Within this page; null where it does not serve sessions, or not yet. */
export const pageTransport = (): SessionTransport | null => ofPage;

/** Within this page, if it serves sessions, else through the service worker. */
export const sessionTransport = (): SessionTransport => ofPage ?? workerTransport;
