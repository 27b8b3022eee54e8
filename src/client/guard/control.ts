import type { GreetingAnswer, PageGreeting } from '../../contract/page-greeting.ts';
import { SERVICE_WORKER } from '../service-worker-script.ts';

/** How long an active worker may take to claim this page or to answer. Installation has no limit. */
const PATIENCE_MS = 10_000;

const NO_CONTROL =
  'its service worker does not control this page. Reload the page normally: a hard reload, or the developer tools’ “bypass”, leaves service workers out';

function container(): ServiceWorkerContainer {
  if (!globalThis.isSecureContext) {
    throw new Error('browsers provide the service worker that it needs only over https or on localhost');
  }
  if (!('serviceWorker' in navigator)) {
    throw new Error(
      'this browser provides no service worker here, as in the private windows of some browsers',
    );
  }
  return navigator.serviceWorker;
}

/** The worker that controls this page; null if there is none. */
export const controller = (): ServiceWorker | null =>
  ('serviceWorker' in navigator && navigator.serviceWorker.controller) || null;

/** Resolves once the service worker controls this page. Rejects with the reason if it cannot. */
export async function underControl(): Promise<ServiceWorker> {
  const workers = container();
  if (workers.controller) return workers.controller;
  const { url, ...options } = SERVICE_WORKER;
  const registration = await workers.register(url, options).catch((cause: unknown) => {
    throw new Error(`its service worker could not be installed (${String(cause)})`, { cause });
  });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker && !workers.controller) await Promise.race([activated(worker), controlChanged(workers)]);
  // A page that was reloaded past its worker is claimed only if it asks.
  if (!workers.controller && worker) {
    await Promise.race([greet(worker, { type: 'earshot-page' }), controlChanged(workers)]);
  }
  if (!workers.controller) await Promise.race([controlChanged(workers), wait(PATIENCE_MS)]);
  if (workers.controller) return workers.controller;
  throw new Error(NO_CONTROL);
}

function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('its service worker could not be installed'));
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

const controlChanged = (workers: ServiceWorkerContainer): Promise<void> =>
  new Promise((resolve) => workers.addEventListener('controllerchange', () => resolve(), { once: true }));

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Tells the worker about this page. Rejects with the reason if the page's configuration cannot hold. */
export async function greet(worker: ServiceWorker, greeting: PageGreeting): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<GreetingAnswer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<GreetingAnswer>) => resolve(data);
  });
  worker.postMessage(greeting, [port2]);
  const answer = await Promise.race([answered, wait(PATIENCE_MS)]);
  port1.close();
  if (!answer) throw new Error('its service worker did not answer. Reload the page');
  if (answer.fault !== null) throw new Error(answer.fault);
}
