import { APP_BASE, inApp } from '../../lib/addresses/app-base.ts';

/** The service worker's script, and how it is registered. */
export const SERVICE_WORKER = import.meta.env.DEV
  ? { url: '/dev-sw.js?dev-sw', type: 'module' as const, scope: '/' }
  : { url: inApp('/service-worker.js'), type: 'classic' as const, scope: APP_BASE };
