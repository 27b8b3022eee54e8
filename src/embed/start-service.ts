import { ready } from '../client/app/ready.ts';
import type { TranscriptCall } from '../contract/realms/transcript-work.ts';
import { APP_PREFIX } from '../lib/addresses/app-base.ts';
import { appAddress } from '../lib/addresses/app-origin.ts';
import { isWebKit } from '../lib/is-webkit.ts';
import { searchInWorker } from '../realms/library/page/spawn.ts';
import { workInWorker } from '../realms/transcripts/page/spawn.ts';
import { requestHere } from './request-here.ts';

export interface AnsweringService {
  fetch: typeof fetch;
  /** False if this page handles its own requests. */
  serviceWorker: boolean;
}

const elsewhere = (call: TranscriptCall) =>
  call.kind === 'search' ? searchInWorker(call) : workInWorker(call);

/**
 * The `/v2` API: served by the service worker or, if there can be none, by the same code in this page. In WebKit always
 * by this page: the service worker of a frame in another site's page cannot read the files that the frame sends it.
 */
export async function startService(storage: 'persistent' | 'memory'): Promise<AnsweringService> {
  if (storage === 'persistent' && !isWebKit()) {
    try {
      await ready({ mayReload: false });
      return { fetch: (...request) => globalThis.fetch(...request), serviceWorker: true };
    } catch (error) {
      console.info(`No service worker controls this frame: ${String(error)}`);
    }
  }
  const { createApp } = await import('../service/router.ts');
  const app = createApp({ prefix: APP_PREFIX });
  // What is in this page's memory no worker can read.
  const beside = storage === 'persistent' ? { elsewhere } : {};
  return {
    fetch: async (input, init) => {
      if (input instanceof Request) return app.fetch(new Request(input, init), beside);
      const { request, ...sent } = requestHere(appAddress(String(input)), init);
      return app.fetch(request, { ...sent, ...beside });
    },
    serviceWorker: false,
  };
}
