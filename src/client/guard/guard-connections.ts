import { SERVICE_WORKER } from '../app/service-worker-script.ts';
import { LiveSocket } from '../live/live-socket.ts';
import { workerTransport } from '../live/session-transport.ts';
import { asMadeBy } from './as-made-by.ts';
import { type Gate, Refusal } from './gate.ts';
import { openAiScript } from './guard-fetch.ts';
import { meant, readOnce, readTarget } from './natives.ts';

const LIVE = 'of all connections it serves only the WebSocket of a live session';
const EVENTS = 'it serves no stream of events';
const SHARED =
  'no service worker controls a shared worker of another site, of a Blob or of “data:”, nor one that starts before it controls the page';
const OTHER_WORKER = 'no other service worker than its own may control a page of this site';
const BACKGROUND =
  'no service worker sees a request that the browser makes in the background. Send it with fetch';
const LATER = 'no service worker sees a request that is sent after its page was closed. Send it with fetch';

/** What the types of the DOM do not name in every browser. */
interface Senders {
  WebSocketStream?: unknown;
  WebTransport?: unknown;
  fetchLater?: unknown;
  BackgroundFetchManager?: { prototype: object };
}

/** Refuses what no service worker sees: a hosted service's live transcription would take the microphone away. */
export function guardConnections(gate: Gate): void {
  const all: typeof globalThis & Senders = globalThis;
  const refuseConnection = (address: string) => gate.refuseConnection(address, LIVE);
  for (const name of ['WebSocketStream', 'WebTransport'] as const) check(all, name, refuseConnection);
  check(all, 'WebSocket', refuseConnection, (address, newTarget, protocols) => {
    const url = gate.holdsLive(address);
    return url && liveSocket(gate, url, newTarget, protocols);
  });
  check(all, 'EventSource', (address) => gate.refuse(address, EVENTS));
  check(all, 'fetchLater', (address) => gate.refuse(address, LATER, true));
  guardOtherWorkers(gate, all);
  const { prototype } = all.BackgroundFetchManager ?? {};
  if (prototype) guardBackground(gate, prototype);
}

/** Workers whose requests the service worker does not see. */
function guardOtherWorkers(gate: Gate, all: typeof globalThis): void {
  const refuse = (address: string, reason: string, isSeen: (script: URL) => boolean) => {
    const script = gate.isSetUp() && meant(address);
    if (script && !isSeen(script)) throw new Refusal(`A request of the worker ${script.pathname}`, reason);
  };
  check(all, 'SharedWorker', (address) =>
    refuse(
      address,
      SHARED,
      ({ protocol, origin }) =>
        Boolean(navigator.serviceWorker?.controller) && /^http/.test(protocol) && origin === location.origin,
    ),
  );
  if (!('ServiceWorkerContainer' in all)) return;
  const { url } = SERVICE_WORKER;
  checkMethod(all.ServiceWorkerContainer.prototype, 'register', ([input, ...others]) => {
    const address = readOnce(input);
    refuse(address, OTHER_WORKER, ({ href }) => href === new URL(url, location.origin).href);
    return [address, ...others];
  });
}

/** Background Fetch, which no service worker sees either. */
function guardBackground(gate: Gate, prototype: object): void {
  const { Request } = globalThis;
  checkMethod(prototype, 'fetch', ([id, requests, ...others]) => {
    const isMany = typeof requests === 'object' && requests && Symbol.iterator in requests;
    const inputs = isMany ? [...(requests as Iterable<RequestInfo>)] : [requests as RequestInfo];
    const made = inputs.map((input) => new Request(input));
    for (const request of made)
      gate.refuse(readTarget(request).address, BACKGROUND, !/^(GET|HEAD)$/.test(request.method));
    return [id, made, ...others];
  });
}

/** Has a method, which returns a promise, check what it is given, and pass on what was checked. */
function checkMethod(prototype: object, name: string, checkGiven: (given: unknown[]) => unknown[]): void {
  const native: unknown = Reflect.get(prototype, name);
  if (typeof native !== 'function') return;
  const guarded = async function checked(this: unknown, ...given: unknown[]): Promise<unknown> {
    return Reflect.apply(native, this, checkGiven(given));
  };
  Reflect.set(prototype, name, guarded);
}

/** A socket of a live session, which is a `WebSocket` to its page. */
function liveSocket(gate: Gate, url: URL, newTarget: object, protocols: unknown): LiveSocket {
  const socket = new LiveSocket(url.href.replace(/^http/, 'ws'), async (port, hello) => {
    if (await gate.passLive(url)) await (await openAiScript()).serveRealtime(port, url.href, protocols);
    else await workerTransport(port, hello);
  });
  adopt(LiveSocket.prototype, WebSocket.prototype);
  asMadeBy(newTarget, WebSocket.prototype, socket);
  return socket;
}

/** Gives one's instances the other's prototype, behind the members of all its own classes. Both are event targets. */
function adopt(own: object, other: object): void {
  const base: object = Object.getPrototypeOf(other);
  for (let at = own, next = at; at !== other; at = next) {
    next = Object.getPrototypeOf(at);
    Reflect.deleteProperty(at, 'constructor');
    if (next !== base) continue;
    Object.setPrototypeOf(at, other);
    return;
  }
}

/** Checks the address, its first argument, before anything; `serve` makes an object in its place, or null. */
function check(
  owner: object,
  name: string,
  checkAddress: (address: string) => void,
  serve: (address: string, newTarget: object, other: unknown) => object | null = () => null,
): void {
  const native: unknown = Reflect.get(owner, name);
  if (typeof native !== 'function') return;
  const checked = ({ address, same }: { address: string; same: unknown }, others: unknown[]) => {
    checkAddress(address);
    return [same, ...others];
  };
  const guarded = new Proxy(native, {
    construct(target, [input, ...others], newTarget) {
      const address = readOnce(input);
      const served = serve(address, newTarget, others[0]);
      return served ?? Reflect.construct(target, checked({ address, same: address }, others), newTarget);
    },
    apply(target, receiver, [input, ...others]) {
      return Reflect.apply(target, receiver, checked(readTarget(input), others));
    },
  });
  Reflect.set(owner, name, guarded);
  // `socket.constructor` leads past the guard otherwise.
  if (native.prototype) Reflect.set(native.prototype, 'constructor', guarded);
}
