import { NOTIFY_SYNC } from '../../host/notify/background-sync.ts';
import { deliverDue, deliverUnanswered } from '../../host/notify/notify.ts';
import { answerAtFurtherAddress, mayBeForService } from '../../service/further-addresses.ts';
import { createApp } from '../../service/router.ts';
import type { Caller } from '../../service/service-context.ts';
import { answerFromAppShell, installAppShell } from './app-shell.ts';
import { openNotifiedJob } from './open-notified-job.ts';

declare const self: ServiceWorkerGlobalScope;

/** Handles everything that wakes this service worker: requests, updates, notification clicks and a restored network. */
export function serveWorker(): void {
  const app = createApp();

  installAppShell();

  self.addEventListener('install', (event) => {
    // An update waits: tabs of the old version still start workers from the old files and know only the old database.
    // The page signals when all tabs are ready.
    if (import.meta.env.DEV || self.registration.active === null) event.waitUntil(self.skipWaiting());
  });

  self.addEventListener('message', (event) => {
    // The message that workbox-window sends.
    if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  });

  self.addEventListener('activate', (event) => {
    // The page that installs the worker must be able to use it without a reload.
    event.waitUntil(self.clients.claim());
  });

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin === self.location.origin && /^\/v2(\/|$)/.test(pathname)) {
      const answer = Promise.resolve(app.fetch(request, callerOf(event)));
      event.respondWith(answer);
      event.waitUntil(notifyAfter(request, answer));
      return;
    }
    if (mayBeForService(request)) {
      event.respondWith(answerHereOrElsewhere(event));
      return;
    }
    const answer = answerFromAppShell(event);
    if (answer) event.respondWith(answer);
  });

  self.addEventListener('notificationclick', (event) => {
    event.waitUntil(openNotifiedJob(event.notification));
  });

  self.addEventListener('sync', (event) => {
    if (!(event instanceof ExtendableEvent) || !('tag' in event) || event.tag !== NOTIFY_SYNC) return;
    event.waitUntil(deliverUnanswered(new AbortController().signal));
  });
}

/** Handles the request as part of the API if the settings say so, otherwise as if this worker had not seen it. */
async function answerHereOrElsewhere(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const served = await answerAtFurtherAddress(request, callerOf(event));
  if (!served) return answerFromAppShell(event) ?? fetch(request);
  event.waitUntil(notifyAfter(request, Promise.resolve()));
  return served;
}

function callerOf({ clientId }: FetchEvent): Required<Caller> {
  const page = async () => {
    const client = await self.clients.get(clientId);
    return client?.type === 'window' ? new URL(client.url).pathname : null;
  };
  return { page, home: self.location.origin };
}

let awake = false;

/** Delivers what is due when this worker is woken or a job is created, since no tab may be open. */
async function notifyAfter({ method }: Request, answer: Promise<unknown>): Promise<void> {
  if (awake && method !== 'POST') return;
  awake = true;
  await answer;
  await deliverDue(new AbortController().signal).catch(console.error);
}
