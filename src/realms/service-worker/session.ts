import { HANDED_FORM } from '../../contract/jobs/handed-form.ts';
import { WHICH_LIST } from '../../contract/realms/integrity-list.ts';
import { LIVE_CONNECTION } from '../../contract/realms/live-connection.ts';
import { CACHE_THE_REST } from '../../contract/realms/offline-message.ts';
import { RELAY_PATH, relayedTo } from '../../contract/realms/relay.ts';
import { SENT_FORM } from '../../contract/realms/sent-form.ts';
import { NOTIFY_SYNC } from '../../host/notify/background-sync.ts';
import { deliverDue, deliverUnanswered } from '../../host/notify/notify.ts';
import { APP_PREFIX, pathInApp } from '../../lib/addresses/app-base.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { answerAtFurtherAddress, mayBeForService } from '../../service/further-addresses.ts';
import { ensureDeployedClients } from '../../service/page-clients.ts';
import { createApp } from '../../service/router.ts';
import type { Caller, Sender } from '../../service/service-context.ts';
import {
  ANY_PAGE,
  clientSettingsFor,
  type DeployedClients,
  deployedClients,
} from '../../storage/settings/settings-store.ts';
import { answerGreeting } from './answer-greeting.ts';
import { answerHandedForm } from './answer-handed-form.ts';
import { answerWhenCached } from './answer-when-cached.ts';
import { activateAppShell, answerFromAppShell, cacheTheRest, installAppShell } from './app-shell.ts';
import { askHost } from './ask-host.ts';
import { connectLive } from './connect-live.ts';
import { keepAwakeFor } from './keep-worker-awake.ts';
import { OWN_LIST } from './listed-files.ts';
import { openNotifiedJob } from './open-notified-job.ts';
import { mayBeRedirected, redirectWithinSite } from './redirect-within-site.ts';
import { rememberedClients } from './remembered-clients.ts';
import { rememberForm, senderOfForm } from './sent-forms.ts';
import { SHARE_PATH, takeSharedFiles } from './take-shared-files.ts';

declare const self: ServiceWorkerGlobalScope;

/** Handles everything that wakes this service worker: requests, updates, notification clicks and a restored network. */
export function serveWorker(): void {
  const app = createApp({ prefix: APP_PREFIX });

  const answerApi = async (request: Request, caller: Caller): Promise<Response> => {
    clientsDeployed().catch(console.warn);
    const orNull = (error: unknown) => {
      console.warn(error);
      return null;
    };
    return app.fetch(request, { ...caller, readDeployed: () => readDeployed().catch(orNull) });
  };

  /** Like a request, which has its form in the message. */
  const answerForm = (event: ExtendableMessageEvent) => {
    const { data, source, ports } = event;
    const [port] = ports;
    if (!port || !(source instanceof Client)) return;
    const { parts, ...form } = data;
    const caller = { ...callerOf(source.id), parts };
    const answer = answerHandedForm(form, port, (request) => answerApi(request, caller));
    event.waitUntil(keepAwakeFor(answer, self.clients));
  };

  self.addEventListener('install', (event) => {
    // An update waits: tabs of the old version still start workers from the old files and can use only the old database.
    // The page signals when all tabs are ready.
    if (import.meta.env.DEV || self.registration.active === null) event.waitUntil(self.skipWaiting());
    // Known before the first request; if it cannot be read now, that request tries again.
    event.waitUntil(clientsDeployed().catch(console.warn));
    event.waitUntil(installAppShell(event));
  });

  self.addEventListener('message', (event) => {
    // The message that workbox-window sends.
    if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    if (event.data?.type === 'earshot-page') event.waitUntil(answerGreeting(event, readDeployed));
    if (event.data?.type === CACHE_THE_REST)
      event.waitUntil(answerWhenCached(event.ports[0], cacheTheRest(), self.clients));
    if (event.data?.type === WHICH_LIST) event.ports[0]?.postMessage(OWN_LIST ?? null);
    if (event.data?.type === HANDED_FORM) answerForm(event);
    if (event.data?.type === SENT_FORM) rememberForm(event.data, event.source);
    const [port] = event.ports;
    if (event.data?.type === LIVE_CONNECTION && port)
      event.waitUntil(connectLive(event.data, port, allPages));
  });

  self.addEventListener('activate', (event) => {
    // The page that installs the worker must be able to use it without a reload.
    event.waitUntil(activateAppShell(event));
    event.waitUntil(self.clients.claim());
  });

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    const path = origin === self.location.origin ? pathInApp(pathname) : '';
    if (/^\/v2(\/|$)/.test(path)) {
      const answer = answerApi(request, callerOf(event.clientId));
      event.respondWith(answer);
      event.waitUntil(keepAwakeFor(answer, self.clients));
      event.waitUntil(notifyAfter(request, answer));
      return;
    }
    if (request.method === 'POST' && path === SHARE_PATH) {
      const answer = takeSharedFiles(request);
      event.respondWith(answer);
      event.waitUntil(keepAwakeFor(answer, self.clients));
      return;
    }
    const relays = path === RELAY_PATH && request.mode !== 'navigate';
    if (relays || mayBeForService(request)) {
      const answer = relays ? answerRelayed(event) : answerHereOrElsewhere(event);
      event.respondWith(answer);
      event.waitUntil(keepAwakeFor(answer, self.clients));
      return;
    }
    if (mayBeRedirected(request, self.location.origin)) {
      event.respondWith(sendToSite(event));
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

/** Handles a request that a page's guard has sent this way, so that it never reaches the host that it is for. */
async function answerRelayed(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const address = relayedTo(request.url);
  if (address === null) return Response.error();
  // A copy would read its body whole: only Chromium streams it.
  Object.defineProperty(request, 'url', { value: address });
  return (await answerIfNamed(event)) ?? Response.error();
}

/** Handles the request as part of the API if the settings say so, otherwise as if this worker had not seen it. */
async function answerHereOrElsewhere(event: FetchEvent): Promise<Response> {
  const served = await answerIfNamed(event);
  return served ?? answerFromAppShell(event) ?? fetch(event.request);
}

/** Sends a request to this site's server. Where the settings cannot be read, other hosts may be answered here. */
async function sendToSite({ request, clientId }: FetchEvent): Promise<Response> {
  const isForm = request.mode === 'navigate';
  const sender = isForm ? await senderOfForm(request, self.location.origin) : null;
  // A form of another site must not become a request of this one.
  if (isForm && sender === null) return fetch(request);
  const page = sender === null ? callerOf(clientId).page : async () => sender;
  const settings = clientSettingsFor(page, rememberedClients(), readDeployed);
  const isSetUp = await settings.then(
    ({ base_addresses }) => base_addresses.length > 0,
    () => true,
  );
  return isSetUp ? redirectWithinSite(request) : fetch(request);
}

async function answerIfNamed(event: FetchEvent): Promise<Response | null> {
  const { request } = event;
  clientsDeployed().catch(console.warn);
  const caller = { ...callerOf(event.clientId), readDeployed };
  const served = await answerAtFurtherAddress(request, caller, rememberedClients());
  if (served) event.waitUntil(notifyAfter(request, Promise.resolve()));
  return served;
}

/** The operator's file is read once in this worker's life, which is short. No request waits for that if it is known. */
const clientsDeployed = madeOnce(() => ensureDeployedClients(self.location.origin));

/** The same, and again if what was read has been deleted. */
async function readDeployed(): Promise<DeployedClients> {
  await clientsDeployed();
  const stored = await deployedClients();
  if (stored) return stored;
  clientsDeployed.forget();
  return clientsDeployed();
}

const allPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

function callerOf(clientId: string): Caller & Sender {
  const page = async () => {
    const client = await self.clients.get(clientId);
    // A page may be gone already, and frames have addresses of their own, such as about:srcdoc.
    return client?.type === 'window' && /^http/.test(client.url) ? new URL(client.url).pathname : ANY_PAGE;
  };
  const elsewhere: Caller['elsewhere'] = (call) => askHost(call, allPages);
  return { page, home: self.location.origin + APP_PREFIX, elsewhere };
}

let awake = false;

/** Delivers what is due when this worker is woken or a job is created, since no tab may be open. */
async function notifyAfter({ method }: Request, answer: Promise<unknown>): Promise<void> {
  if (awake && method !== 'POST') return;
  awake = true;
  await answer;
  await deliverDue(new AbortController().signal).catch(console.error);
}
