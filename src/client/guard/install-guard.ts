import { Gate } from './gate.ts';
import { guardBeacon } from './guard-beacon.ts';
import { guardConnections } from './guard-connections.ts';
import { guardFetch } from './guard-fetch.ts';
import { guardForms } from './guard-forms.ts';
import { guardFrames } from './guard-frames.ts';
import { guardWorkers } from './guard-workers.ts';
import { guardXhr } from './guard-xhr.ts';

const INSTALLED = Symbol.for('earshot-guard');

/** Requests that Earshot answers wait for its service worker, or are refused. Does nothing the second time. */
export function installGuard(options: { isStrict?: boolean } = {}): void {
  if (Reflect.has(globalThis, INSTALLED)) return;
  Object.defineProperty(globalThis, INSTALLED, { value: true });
  const gate = new Gate(options);
  // Requests of the guard itself are for the app's files, which the gate never holds.
  guardFetch(gate);
  guardXhr(gate);
  guardBeacon(gate);
  guardWorkers(gate);
  guardConnections(gate);
  guardFrames(gate, guardForms(gate));
}
