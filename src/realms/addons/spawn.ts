import { proxy } from 'comlink';
import { START_LIMIT_MS } from '../../lib/start-sign.ts';
import { KeptWorker } from '../kept-worker.ts';
import { PatientWorker } from '../patient-worker.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { AddonHost, AddonWorkerApi } from './api.ts';
import { lendBrowserModels } from './lent-browser-models.ts';

const kept = new KeptWorker<AddonWorkerApi>(
  () =>
    new WorkerHandle(
      new PatientWorker(
        () =>
          new Worker(new URL('../../../workers/addons.worker.ts', import.meta.url), {
            type: 'module',
            name: 'addons',
          }),
      ),
      START_LIMIT_MS,
    ),
);

/**
 * An add-on worker for one job with add-ons: the idle one, with what it has loaded, or a new one. Return it with
 * `keepAddonWorker` when its last add-on has ended; terminate it after an add-on that takes too long or fails.
 */
export function takeAddonWorker({
  browser,
  onProgress,
  onOutput,
  onNote,
}: AddonHost): WorkerHandle<AddonWorkerApi> {
  const handle = kept.take();
  const lent = lendBrowserModels(browser, handle.signal);
  const host = proxy({ browser: lent, onProgress, onOutput, onNote });
  // Messages keep their order, so this arrives before the next add-on runs. A dead worker is reported to the next
  // caller.
  handle.call((api) => api.connect(host)).catch(() => undefined);
  return handle;
}

/** Keeps a worker whose add-ons have all ended for the next job. */
export const keepAddonWorker = (worker: WorkerHandle<AddonWorkerApi>): void => kept.keep(worker);
