import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { answerBusyWorker } from './answer-busy-worker.ts';
import { cacheTheRestWhenIdle } from './cache-the-rest.ts';
import { SERVICE_WORKER } from './service-worker-script.ts';
import { applyWindowConfig } from './window-config.ts';

/** How long an active worker may take to claim this page. Installation has no limit: the device may be slow. */
const CLAIM_TIMEOUT_MS = 10_000;
const RELOADED = 'earshot-reloaded-for-control';

function container(): ServiceWorkerContainer {
  if (!globalThis.isSecureContext) {
    throw new AppError(
      'not_implemented',
      msg`Earshot needs a service worker, which browsers provide only over https or on localhost.`,
    );
  }
  if (!('serviceWorker' in navigator)) {
    throw new AppError(
      'not_implemented',
      msg`This browser does not provide a service worker, which Earshot needs.`,
      { remedy: msg`Use a current Chrome, Edge, Firefox or Safari outside private browsing.` },
    );
  }
  return navigator.serviceWorker;
}

async function register(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  try {
    const { url, ...options } = SERVICE_WORKER;
    return await workers.register(url, options);
  } catch (cause) {
    throw new AppError('internal', msg`The service worker could not be installed.`, {
      remedy: msg`Allow this site to store data, then reload the page.`,
      cause,
    });
  }
}

/** Resolves once the worker is active; rejects if its installation fails. */
function activated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') {
        reject(
          new AppError('internal', msg`The service worker could not be installed.`, {
            remedy: msg`Reload the page to try again.`,
          }),
        );
      }
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

function controlled(workers: ServiceWorkerContainer): Promise<boolean> {
  return new Promise((resolve) => {
    if (workers.controller) return resolve(true);
    const timer = setTimeout(() => resolve(workers.controller !== null), CLAIM_TIMEOUT_MS);
    workers.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      { once: true },
    );
  });
}

/** The configuration holds before the first request that this page sends. */
async function startPage(mayReload: boolean): Promise<void> {
  await takeControl(mayReload);
  const { controller } = container();
  if (controller) await applyWindowConfig(controller);
}

async function takeControl(mayReload: boolean): Promise<void> {
  const workers = container();
  const before = await workers.getRegistration(SERVICE_WORKER.scope);
  // After a hard reload the page stays uncontrolled although a worker exists; a normal reload fixes that.
  const bypassed = !workers.controller && before?.active?.state === 'activated';
  const registration = await register(workers);
  if (workers.controller) {
    sessionStorage.removeItem(RELOADED);
    return;
  }
  if (bypassed && !mayReload) {
    throw new AppError('internal', msg`A hard reload bypasses the service worker.`, {
      remedy: msg`Reload the page normally.`,
    });
  }
  if (bypassed && !sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
    await new Promise(() => undefined);
  }
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker && !workers.controller) await Promise.race([activated(worker), controlled(workers)]);
  if (await controlled(workers)) {
    sessionStorage.removeItem(RELOADED);
    return;
  }
  throw new AppError('internal', msg`The service worker is installed but does not control this page.`, {
    remedy: msg`Reload the page; if the developer tools bypass service workers, turn that off.`,
  });
}

let taken: Promise<void> | null = null;
/** Whether the worker has handled this page's requests. */
let isTaken = false;

/**
 * Resolves once the service worker handles this page's requests; after a hard reload, reloads the page once. Every
 * call of the client waits for it. From then on `window.earshotConfig` applies. Throws AppError: 400 if that
 * configuration is invalid, 501 if the browser has no service workers, 500 otherwise; a later call tries again. A
 * frame must not reload itself inside another page, so there a hard reload is a 500 too.
 */
export async function ready({ mayReload = true } = {}): Promise<void> {
  // The worker is gone where the site's data were deleted under the page.
  if (isTaken && !navigator.serviceWorker.controller) {
    taken = null;
    isTaken = false;
  }
  if (!taken) {
    taken = startPage(mayReload);
    taken.then(
      () => {
        isTaken = true;
        answerBusyWorker(container());
        cacheTheRestWhenIdle();
      },
      () => {
        taken = null;
      },
    );
  }
  await taken;
}
