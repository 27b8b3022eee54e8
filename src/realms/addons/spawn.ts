import { proxy } from 'comlink';
import { WorkerHandle } from '../worker-handle.ts';
import type { AddonHost, AddonWorkerApi } from './api.ts';
import { lendBrowserModels } from './lent-browser-models.ts';

/** A new add-on worker: one for each job that asks for add-ons, ended with it, or with an add-on that takes too long. */
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
  // Messages keep their order: this one is there before the first add-on runs. A dead worker tells whoever calls next.
  handle.call((api) => api.connect(host)).catch(() => undefined);
  return handle;
}
