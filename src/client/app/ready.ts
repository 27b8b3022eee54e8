import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { underControl } from '../guard/control.ts';
import { answerBusyWorker } from './answer-busy-worker.ts';
import { cacheTheRestWhenIdle } from './cache-the-rest.ts';
import { PAST_WORKER } from './past-worker.ts';
import { SERVICE_WORKER } from './service-worker-script.ts';
import { applyWindowConfig } from './window-config.ts';

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
    throw notInstalled(cause, msg`Allow this site to store data, then reload the page.`);
  }
}

const notInstalled = (cause: unknown, remedy: Message) =>
  new AppError('internal', msg`The service worker could not be installed.`, { remedy, cause });

/** The configuration holds before the first request that this page sends. */
async function startPage(mayReload: boolean): Promise<void> {
  await applyWindowConfig(await takeControl(mayReload));
}

async function takeControl(mayReload: boolean): Promise<ServiceWorker> {
  const workers = container();
  const before = await workers.getRegistration(SERVICE_WORKER.scope);
  // A page that a hard reload took past its worker lacks the headers, too, that the worker adds to it.
  const bypassed = !workers.controller && before?.active?.state === 'activated';
  const registration = await register(workers);
  if (bypassed) localStorage.setItem(PAST_WORKER, new Date().toISOString());
  if (bypassed && mayReload && !sessionStorage.getItem(RELOADED)) {
    sessionStorage.setItem(RELOADED, 'yes');
    location.reload();
    await new Promise(() => undefined);
  }
  const worker = await underControl().catch((cause: unknown) => {
    if (!registration.active) throw notInstalled(cause, msg`Reload the page to try again.`);
    throw new AppError('internal', msg`The service worker is installed but does not control this page.`, {
      remedy: msg`Reload the page; if the developer tools bypass service workers, turn that off.`,
      cause,
    });
  });
  sessionStorage.removeItem(RELOADED);
  return worker;
}

let taken: Promise<void> | null = null;
/** Whether the worker has handled this page's requests. */
let isTaken = false;

/**
 * Resolves once the service worker handles this page's requests; after a hard reload, reloads the page once. Every
 * call of the client waits for it. From then on `window.earshotConfig` applies. Throws AppError: 400 if that
 * configuration is invalid, 501 if the browser has no service workers, 500 otherwise; a later call tries again.
 * @param mayReload false in a frame, which must not reload itself inside another page
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
