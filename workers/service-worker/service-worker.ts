import { answerFromAppShell, installAppShell } from './app-shell.ts';
import { createApp } from './router.ts';

declare const self: ServiceWorkerGlobalScope;

const app = createApp();

installAppShell();

self.addEventListener('install', (event) => {
  // An update waits: a tab of the old version still starts its workers from the old files, and knows only the old
  // database. The page says when no tab minds.
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
  const { origin, pathname } = new URL(event.request.url);
  if (origin === self.location.origin && /^\/v2(\/|$)/.test(pathname)) {
    event.respondWith(app.fetch(event.request));
    return;
  }
  const answer = answerFromAppShell(event);
  if (answer) event.respondWith(answer);
});
