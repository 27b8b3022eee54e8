import { proxy } from 'comlink';
import { WorkerHandle } from '../worker-handle.ts';
import type { AddonHost, AddonWorkerApi } from './api.ts';
import { lendBrowserModels } from './lent-browser-models.ts';

/**
 * Starts an add-on worker. Each job with add-ons has its own; it ends with the job or with an add-on that takes too
 * long.
 */
export function spawnAddonWorker({
  browser,
  onProgress,
  onOutput,
  onNote,
}: AddonHost): WorkerHandle<AddonWorkerApi> {
  const handle = new WorkerHandle<AddonWorkerApi>(
    new Worker(new URL('../../../workers/addons.worker.ts', import.meta.url), {
      type: 'module',
      name: 'addons',
    }),
  );
  const lent = lendBrowserModels(browser, handle.signal);
  const host = proxy({ browser: lent, onProgress, onOutput, onNote });
  // Messages keep their order, so this arrives before the first add-on runs. A dead worker is reported to the next
  // caller.
  handle.call((api) => api.connect(host)).catch(() => undefined);
  return handle;
}
