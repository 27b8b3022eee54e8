import type { AddonWorkerApi } from './addon-worker-api.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A new add-on worker: one for each job that asks for add-ons, ended with it, or with an add-on that takes too long. */
export function spawnAddonWorker(): WorkerHandle<AddonWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../workers/addon.worker.ts', import.meta.url), { type: 'module', name: 'addons' }),
  );
}
