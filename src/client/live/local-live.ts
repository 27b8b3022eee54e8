import type { Connect } from './live-socket.ts';

let own: Connect | null = null;

/** Has this page serve its own sessions, so that no other page that is closed can end them. Called by pages that may be the host. */
export function serveLiveHere(connect: Connect): void {
  own = connect;
}

export const localLive = (): Connect | null => own;
