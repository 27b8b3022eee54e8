import { Gate } from './gate.ts';
import { guardBeacon } from './guard-beacon.ts';
import { guardFetch } from './guard-fetch.ts';
import { guardWorkers } from './guard-workers.ts';
import { guardXhr } from './guard-xhr.ts';

const INSTALLED = Symbol.for('earshot-guard');

/**
 * Keeps requests that Earshot answers inside this page until its service worker controls the page, then sends them
 * through it. Where it cannot, they are refused. Does nothing the second time.
 */
export function installGuard(): void {
  if (Reflect.has(globalThis, INSTALLED)) return;
  Object.defineProperty(globalThis, INSTALLED, { value: true });
  const gate = new Gate();
  // Requests of the guard itself are for the app's files, which the gate never holds.
  guardFetch(gate);
  guardXhr(gate);
  guardBeacon(gate);
  guardWorkers(gate);
}
