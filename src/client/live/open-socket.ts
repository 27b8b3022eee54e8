import { LiveSocket } from './live-socket.ts';
import { localLive } from './local-live.ts';
import { throughWorker } from './through-worker.ts';

/** Connects to the `url` of a live session: in this page, if it serves sessions, else through the service worker. */
export const openSocket = (url: string): LiveSocket => new LiveSocket(url, localLive() ?? throughWorker);
