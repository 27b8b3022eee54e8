import type { GreetingAnswer, PageGreeting } from '../../contract/realms/page-greeting.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { SERVICE_WORKER } from '../app/service-worker-script.ts';

/** How long an active worker that has answered may take to claim this page, each time. Installation has no limit. */
const CLAIM_MS = 10_000;
const TIMES_ASKED = 3;
const LOOK_MS = 50;
/** How long it may take to answer: on a slow device or network, a first visit starts it and fetches the operator's settings. */
const ANSWER_MS = 60_000;

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

/** By the worker that is registered now: Firefox goes on naming the old one after the site's data are deleted. */
const controls = (registration: ServiceWorkerRegistration, workers: ServiceWorkerContainer): boolean =>
  registration.active !== null && registration.active === workers.controller;

/** Resolves once the registered service worker controls this page. Rejects with the reason if it cannot. */
export async function underControl(): Promise<ServiceWorker> {
  const workers = container();
  const registration = await registered(workers);
  const worker = workerOf(registration);
  const isTaken = () => controls(registration, workers);
  if (worker && !isTaken()) await Promise.race([activated(worker), controlChanged(workers)]);
  // A page that was reloaded past its worker is claimed only if it asks; a busy browser may miss the first time.
  for (let asked = 0; asked < TIMES_ASKED && worker && !isTaken(); asked++) {
    const active = registration.active ?? worker;
    await Promise.race([greet(active, { type: 'earshot-page' }), controlChanged(workers)]);
    await until(isTaken, CLAIM_MS);
  }
  if (workers.controller && isTaken()) return workers.controller;
  throw new Error(NO_CONTROL);
}

/** Registers the worker if it is not, as on a first visit, and after the site's data were deleted. */
async function registered(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const { url, ...options } = SERVICE_WORKER;
  const known = await workers.getRegistration(options.scope);
  // One whose script is still on its way has no worker yet; to register it once more waits for it.
  if (known && workerOf(known)) return known;
  return workers.register(url, options).catch((cause: unknown) => {
    throw new Error(`its service worker could not be installed (${String(cause)})`, { cause });
  });
}

const workerOf = ({ active, waiting, installing }: ServiceWorkerRegistration): ServiceWorker | null =>
  active ?? waiting ?? installing;

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

/** Resolves once the condition holds, or after this time. Chromium may announce a controller before it is the active worker. */
async function until(holds: () => boolean, ms: number): Promise<void> {
  for (let waited = 0; waited < ms && !holds(); waited += LOOK_MS) await waitFor(LOOK_MS);
}

/** A worker of an earlier version says no more than whether something is wrong. */
type Answer = Pick<GreetingAnswer, 'fault'> & Partial<GreetingAnswer>;

/** Registers this page with the worker. Rejects with the reason if the page's configuration cannot hold. */
export async function greet(worker: ServiceWorker, greeting: PageGreeting): Promise<GreetingAnswer> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<Answer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  });
  worker.postMessage(greeting, [port2]);
  const answer = await Promise.race([answered, waitFor(ANSWER_MS)]);
  port1.close();
  if (!answer) throw new Error('its service worker did not answer. Reload the page');
  if (answer.fault !== null) throw new Error(answer.fault);
  return { elsewhere: [], isSetUp: true, relays: false, ...answer };
}
