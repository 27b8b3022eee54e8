import type { Gate } from './gate.ts';

const LIVE = 'live transcription is not served: no service worker sees a connection';
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
  for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport'] as const)
    check(all, name, refuseConnection);
  check(all, 'EventSource', (address) => gate.refuse(address, EVENTS));
  check(all, 'fetchLater', (address) => gate.refuse(address, LATER));
}

/** Has a constructor or function check the address, its first argument, before it does anything. */
function check(owner: object, name: string, checkAddress: (address: string) => void): void {
  const native: unknown = Reflect.get(owner, name);
  if (typeof native !== 'function') return;
  const read = ([input]: unknown[]) => checkAddress(input instanceof Request ? input.url : String(input));
  const guarded = new Proxy(native, {
    construct(target, given, newTarget) {
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
