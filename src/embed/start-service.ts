import { ready } from '../client/ready.ts';
import { appAddress } from '../lib/app-origin.ts';

export interface AnsweringService {
  fetch: typeof fetch;
  /** False if this page handles its own requests. */
  serviceWorker: boolean;
}

/** The `/v2` API: served by the service worker or, if there can be none, by the same code in this page. */
export async function startService(storage: 'persistent' | 'memory'): Promise<AnsweringService> {
  if (storage === 'persistent') {
    try {
      await ready({ mayReload: false });
      return { fetch: (...request) => globalThis.fetch(...request), serviceWorker: true };
    } catch (error) {
      console.info(`No service worker controls this frame: ${String(error)}`);
    }
  }
  const { createApp } = await import('../service/router.ts');
  const app = createApp();
  return {
    fetch: async (input, init) =>
      app.fetch(new Request(input instanceof Request ? input : appAddress(String(input)), init)),
    serviceWorker: false,
  };
}
