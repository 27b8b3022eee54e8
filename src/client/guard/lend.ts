import { meant, readTarget } from './natives.ts';
import type { Realm } from './realm.ts';

const SENDERS = [
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'Worker',
  'SharedWorker',
];

/** Resolves to what lends this page's guarded functions to a window as long as a condition holds: to their callers, its own. */
export function lendSenders(): (realm: Realm, isLent: () => boolean) => void {
  // As they are now: a page may wrap its own, and call a frame's within.
  const lent = new Map(SENDERS.map((name) => [name, Reflect.get(globalThis, name) as unknown]));
  const sendBeacon = navigator.sendBeacon.bind(navigator);
  return (realm, isLent) => {
    const { document: made } = realm;
    for (const [name, value] of lent) lend(realm, name, basedOn(made, value), isLent);
    lend(realm.Navigator.prototype, 'sendBeacon', basedOn(made, sendBeacon), isLent);
  };
}

/** The same function or constructor, which resolves addresses as a document does. */
function basedOn(made: Document, value: unknown): unknown {
  if (typeof value !== 'function') return value;
  const resolved = ([input, ...others]: unknown[]) => {
    const { address, same } = readTarget(input);
    return [typeof same === 'object' ? same : (meant(address, made)?.href ?? address), ...others];
  };
  return new Proxy(value, {
    apply: (target, _, given) => Reflect.apply(target, window, resolved(given)),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? resolved(given) : given, newTarget),
  });
}

/** Has a property be what is lent as long as a condition holds. */
function lend(owner: object, name: string, lent: unknown, isLent: () => boolean): void {
  const own: unknown = Reflect.get(owner, name);
  if (own === undefined) return;
  Object.defineProperty(owner, name, {
    configurable: true,
    get: () => (isLent() ? lent : own),
    set: (value) => Object.defineProperty(owner, name, { value, writable: true }),
  });
}
