import type { Gate } from './gate.ts';
import { HeldWorker } from './held-worker.ts';

/**
 * Starts the page's workers only when the service worker controls the page: it controls them then, too, from their
 * first request. The guard itself is not inside them.
 */
export function guardWorkers(gate: Gate): void {
  const Native = globalThis.Worker;
  // So that `instanceof Worker` holds.
  Object.setPrototypeOf(HeldWorker.prototype, Native.prototype);
  globalThis.Worker = new Proxy(Native, {
    construct(target, given, newTarget) {
      const start = (): Worker => Reflect.construct(target, given, newTarget);
      const address = String(given[0]);
      if (!URL.canParse(address, document.baseURI)) return start();
      return new HeldWorker(gate.passWorker(new URL(address, document.baseURI)), start);
    },
  });
}
