import { asMadeBy } from './as-made-by.ts';
import { type Gate, Refusal } from './gate.ts';
import { HeldWorker } from './held-worker.ts';
import { meant, readOnce } from './natives.ts';

/** The app's own, which reach no other host (src/lib/content-policy.ts). */
const OF_APP = /^\/(assets|pool)\//;

/** Only when the service worker controls the page, and so them. Without a guard inside, they end when it is lost. */
export function guardWorkers(gate: Gate): void {
  forbidDataWorkers();
  const Native = globalThis.Worker;
  // So that `instanceof Worker` holds. Its own handlers remain before the browser's, which take real workers alone.
  Object.setPrototypeOf(Object.getPrototypeOf(HeldWorker.prototype), Native.prototype);
  globalThis.Worker = new Proxy(Native, {
    construct(target, given, newTarget) {
      const [input, ...options]: unknown[] = given;
      const address = readOnce(input);
      const start = (from: unknown): Worker => Reflect.construct(target, [from, ...options], newTarget);
      const script = meant(address);
      if (!script) return start(address);
      let from = address;
      const kept = keptScript(script).then((url) => {
        from = url ?? address;
      });
      const allow = () => kept.then(() => gate.passWorker(script));
      const worker = new HeldWorker(allow, () => start(from));
      asMadeBy(newTarget, Native.prototype, worker);
      if (!OF_APP.test(script.pathname)) endWithoutControl(gate, worker, script);
      return worker;
    },
  });
  Native.prototype.constructor = globalThis.Worker;
}

/** One that lasts and is controlled: pages revoke Blobs' addresses at once, and a worker of `data:` belongs to no site. */
async function keptScript({ protocol, href }: URL): Promise<string | null> {
  if (protocol !== 'blob:' && protocol !== 'data:') return null;
  try {
    return URL.createObjectURL(await (await fetch(href)).blob());
  } catch (error) {
    // The content policy of the page may not allow to read it.
    if (protocol === 'data:') throw error;
    return null;
  }
}

/** So that workers of a Blob, which have the page's policy, start none of `data:` either. */
function forbidDataWorkers(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = 'worker-src http: https: blob:';
  (document.head ?? document.documentElement).append(policy);
}

/** After deletion of the site's data, Chromium leaves workers without a service worker, and Firefox with the old one. */
function endWithoutControl(gate: Gate, worker: HeldWorker, script: URL): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const check = () => {
    if (worker.isEnded) serviceWorker.removeEventListener('controllerchange', check);
    else if (!serviceWorker.controller && gate.isSetUp())
      worker.fail(
        new Refusal(`A request of the worker ${script.pathname}`, 'its service worker was deleted'),
      );
    else worker.holdUntil(gate.passWorker(script));
  };
  serviceWorker.addEventListener('controllerchange', check);
}
