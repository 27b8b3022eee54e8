import { LiveSocket } from '../live/live-socket.ts';
import { throughWorker } from '../live/through-worker.ts';
import { asMadeBy } from './as-made-by.ts';
import type { Gate } from './gate.ts';

const LIVE = 'of all connections it serves only the WebSocket of a live session';
const EVENTS = 'it serves no stream of events';
const LATER = 'no service worker sees a request that is sent after its page was closed. Send it with fetch';

/** What the types of the DOM do not name in every browser. */
interface Senders {
  WebSocketStream?: unknown;
  WebTransport?: unknown;
  fetchLater?: unknown;
}

/**
 * Refuses what no service worker sees, to the addresses that Earshot answers: a hosted service's live transcription would
 * take the microphone away.
 */
export function guardConnections(gate: Gate): void {
  const all: typeof globalThis & Senders = globalThis;
  const refuseConnection = (address: string) => gate.refuseConnection(address, LIVE);
  for (const name of ['WebSocketStream', 'WebTransport'] as const) check(all, name, refuseConnection);
  check(all, 'WebSocket', refuseConnection, (address, newTarget) => {
    const url = gate.holdsLive(address);
    return url && liveSocket(gate, url, newTarget);
  });
  check(all, 'EventSource', (address) => gate.refuse(address, EVENTS));
  check(all, 'fetchLater', (address) => gate.refuse(address, LATER));
}

/** A socket of a live session, which is a `WebSocket` to whoever looks at it. */
function liveSocket(gate: Gate, url: URL, newTarget: object): LiveSocket {
  const socket = new LiveSocket(url.href.replace(/^http/, 'ws'), async (port, knock) => {
    await gate.passLive(url);
    await throughWorker(port, knock);
  });
  adopt(LiveSocket.prototype, WebSocket.prototype);
  asMadeBy(newTarget, WebSocket.prototype, socket);
  return socket;
}

/** Gives one's instances the other's prototype, behind its own members. */
function adopt(own: object, other: object): void {
  if (Object.getPrototypeOf(own) === other) return;
  Object.setPrototypeOf(own, other);
  Reflect.deleteProperty(own, 'constructor');
}

/**
 * Has a constructor or function check the address, its first argument, before it does anything.
 *
 * @param serve makes an object in its place; null for none
 */
function check(
  owner: object,
  name: string,
  checkAddress: (address: string) => void,
  serve: (address: string, newTarget: object) => object | null = () => null,
): void {
  const native: unknown = Reflect.get(owner, name);
  if (typeof native !== 'function') return;
  const read = ([input]: unknown[]) => checkAddress(input instanceof Request ? input.url : String(input));
  const guarded = new Proxy(native, {
    construct(target, given, newTarget) {
      const served = serve(String(given[0]), newTarget);
      if (served) return served;
      read(given);
      return Reflect.construct(target, given, newTarget);
    },
    apply(target, receiver, given) {
      read(given);
      return Reflect.apply(target, receiver, given);
    },
  });
  Reflect.set(owner, name, guarded);
  // `socket.constructor` leads past the guard otherwise.
  if (native.prototype) Reflect.set(native.prototype, 'constructor', guarded);
}
